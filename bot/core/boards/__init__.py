"""How a game comes to stand in its chats as it is: each board shown once, the newest first, none for good left out."""
