"""The answers: one function for each request."""
