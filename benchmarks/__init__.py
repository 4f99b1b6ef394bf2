"""What the README quotes figures from: medians of many, on one core."""
