"""The game domain: events, the session they add up to, and the actions of players. Pure functions."""
