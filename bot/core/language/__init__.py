"""Words: what is said in each language (gettext catalogues), and invisible characters in what is typed."""
