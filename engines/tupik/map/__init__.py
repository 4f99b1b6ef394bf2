"""The one-way maps of Tupik: read and checked, built in or drawn by chance, and laid out on paper."""
