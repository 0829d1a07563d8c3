"""What is known of failure clusters over runs: kept, named, grouped anew."""
