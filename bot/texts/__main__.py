"""Says which words are missing or do not fit, a line each; exit 1 if there are any (`make texts`)."""

from __future__ import annotations

import sys

from bot.texts.completeness import faults


def main() -> int:
    """Prints the faults; 1 if there are any, else 0."""
    found = list(faults())
    print("\n".join(found) or "every text is there in every language")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
