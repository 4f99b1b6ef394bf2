"""Generator of the README's pictures: boards, chats in the look of each platform, and a film of a game."""
