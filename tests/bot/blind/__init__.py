"""Players who see nothing but texts, and decide by what these say."""
