"""Words: what is said in each language, and what of a text nobody sees."""
