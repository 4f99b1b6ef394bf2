"""The bot on the standard library's event loop and redis-py's own parser, to be compared with."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    sys.modules |= dict.fromkeys(("uvloop", "hiredis"))  # type: ignore[arg-type]  # what importing takes for "there is none"
    from bot.__main__ import main

    sys.exit(main([]))
