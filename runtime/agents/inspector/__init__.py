"""The inspector: finds voids in X-ray images of castings and reports which candidates are real."""
