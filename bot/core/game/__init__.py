"""The game domain: events, the sessions built from them, and the actions of players. Pure functions."""
