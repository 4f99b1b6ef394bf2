"""What a game in a chat is: its events, what they make of it, and what its players may do. Pure."""
