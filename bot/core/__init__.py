"""What a game in a chat is, decided and told without any platform."""
