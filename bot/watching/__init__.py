"""What operators and their programs see of a process: whether it lives, whether it is ready, and how it fares."""
