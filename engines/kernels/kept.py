"""A compiled kernel as numba keeps it on disk, read without waking the compiler."""

from __future__ import annotations

from numba.core.base import BaseContext
from numba.core.caching import FunctionCache
from numba.core.compiler import CompileResult
from numba.core.typing.templates import Signature


class Kept(FunctionCache):
    """What is on disk of a kernel.

    Numba would first learn to compile whatever there is in Python: 40 MB, and nearly half a second. A compiled kernel
    needs nothing of that, and whoever compiles one learns it then.
    """

    def load_overload(self, sig: Signature, target_context: BaseContext) -> CompileResult | None:
        """The kernel for arguments of these types, if it is on disk."""
        with self._guard_against_spurious_io_errors():
            found: CompileResult | None = self._load_overload(sig, target_context)
            return found
        return None
