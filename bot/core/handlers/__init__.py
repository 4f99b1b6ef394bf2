"""Handlers: one function for each request."""
