"""The one-way maps of Tupik: reading and checking, built-in and random maps, and their layout on paper."""
