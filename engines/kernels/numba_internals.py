"""Undocumented internals of numba that kernels use, taken from the source of one version.

`pyproject.toml` allows only that version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from numba.core.base import BaseContext
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import PassManager
from numba.core.targetconfig import ConfigStack
from numba.core.typing.templates import Signature

READ_IN = "0.68.1"

LEAN: Mapping[str, bool] = {"_nrt": False, "no_cfunc_wrapper": True}
"""Options for functions that allocate no array and are never called from C: no reference counting, no C wrapper."""


class KernelCompiler(Compiler):
    """A compiler for kernels whose parts are compiled once for all their callers."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the usual passes, with settings that do not depend on the caller's.

        Otherwise a part would be compiled again for each way in which its callers are compiled (inlined or not, called
        from Python or not): a sixth of the time.
        """
        settings = ConfigStack.top_or_none()
        settings.forceinline, settings.no_cpython_wrapper, settings.no_cfunc_wrapper = False, True, True
        pipelines: list[PassManager] = super().define_pipelines()
        return pipelines


class PartCompiler(KernelCompiler):
    """A compiler for parts of kernels that skips optimising and machine code, seven times as fast."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the same passes, writing to a library per part."""
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


class _PartLibrary(JITCodeLibrary):
    """LLVM code to be linked into kernels and optimised with them; it is never loaded by itself."""

    @property
    def codegen(self) -> _PartLibrary:
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Do nothing: the code is never loaded and has no environment."""

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: the code is never loaded and has no address."""
        return 0

    def _optimize_final_module(self) -> None:
        """Leave optimising to the kernels."""

    def _finalize_final_module(self) -> None:
        self._finalized = True


def cache_on_disk(dispatcher: object, function: Callable[..., object]) -> None:
    """Let a compiled function be loaded from the cache folder, and stored there once compiled."""
    dispatcher._cache = _KernelCache(function)  # type: ignore[attr-defined]


class _KernelCache(FunctionCache):
    """Numba's disk cache, which loads a kernel without preparing to compile others.

    Numba would first register everything it can compile, which takes 40 MB and half of the loading time. A compiled
    kernel needs none of that.
    """

    def load_overload(self, sig: Signature, target_context: BaseContext) -> CompileResult | None:
        """Return the kernel for arguments of these types, if it is on disk."""
        with self._guard_against_spurious_io_errors():
            result: CompileResult | None = self._load_overload(sig, target_context)
            return result
        return None
