"""The documents, and in `studio` what makes their pictures."""
