"""Commands, and the parsing of texts into requests."""
