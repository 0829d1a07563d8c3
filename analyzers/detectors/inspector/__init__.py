"""What goes wrong when an image is inspected: how candidates were looked at, and what the report says of them."""
