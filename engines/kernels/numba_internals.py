"""All that kernels use of numba's inside, beyond what its manual describes, as read in the source of one version.

That version is the only one that `pyproject.toml` allows.
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
"""Options of functions that make no array and that C never calls: no counting of references, no way in from C."""


class KernelCompiler(Compiler):
    """Compiles a kernel with parts that are compiled once for all their callers."""

    def define_pipelines(self) -> list[PassManager]:
        """The usual passes, under settings that the functions called here do not take for their own.

        For each way in which its callers are compiled (put in or not, called from Python or not) a part would be
        compiled anew: a sixth of the time.
        """
        settings = ConfigStack.top_or_none()
        settings.forceinline, settings.no_cpython_wrapper, settings.no_cfunc_wrapper = False, True, True
        pipelines: list[PassManager] = super().define_pipelines()
        return pipelines


class PartCompiler(KernelCompiler):
    """Compiles a part of kernels without optimising it or making machine code of it: a seventh of the time."""

    def define_pipelines(self) -> list[PassManager]:
        """The same passes, which write into a library of the part's own."""
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


class _PartLibrary(JITCodeLibrary):
    """LLVM code to be linked into kernels, with which it is optimised; it is never loaded by itself."""

    @property
    def codegen(self) -> _PartLibrary:
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Has nowhere to note an environment."""

    def get_pointer_to_function(self, name: str) -> int:
        """No address."""
        return 0

    def _optimize_final_module(self) -> None:
        """Leaves that to the kernels."""

    def _finalize_final_module(self) -> None:
        self._finalized = True


def cache_on_disk(dispatcher: object, function: Callable[..., object]) -> None:
    """Lets a compiled function be read from the cache folder, and be written there when it is compiled."""
    dispatcher._cache = _KernelCache(function)  # type: ignore[attr-defined]


class _KernelCache(FunctionCache):
    """Numba's cache on disk, which reads a kernel without preparing to compile others.

    Numba would first register all that it can compile: 40 MB, and half of the time that loading takes. A compiled
    kernel needs nothing of that.
    """

    def load_overload(self, sig: Signature, target_context: BaseContext) -> CompileResult | None:
        """The kernel for arguments of these types, if it is on disk."""
        with self._guard_against_spurious_io_errors():
            result: CompileResult | None = self._load_overload(sig, target_context)
            return result
        return None
