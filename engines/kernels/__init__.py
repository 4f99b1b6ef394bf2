"""The parts that the games' searches share: compiling, loading, deadlines, machine instructions, cores."""
