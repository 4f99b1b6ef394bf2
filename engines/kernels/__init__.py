"""What the games' searches share: compiling, loading, the alarm that ends a search, machine instructions, cores."""
