"""Makes what the README shows: boards, chats as they look on each platform, and the film of a game."""
