"""What the README shows."""
