"""What is known of chats and people beside their games."""
