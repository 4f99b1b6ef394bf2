"""Languages: translation by gettext catalogues, and invisible characters in typed text."""
