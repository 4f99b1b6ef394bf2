"""How numba compiles kernels and their parts: nothing twice, no step in vain, and machine code of whole kernels alone.

That saves a good fifth of the time, for most functions are parts of kernels.
"""

from __future__ import annotations

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager
from numba.core.targetconfig import ConfigStack
from numba.core.typed_passes import InlineOverloads
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FindLiterallyCalls,
    InlineClosureLikes,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    RewriteDynamicRaises,
    RewriteSemanticConstants,
    WithLifting,
)

_IN_VAIN = frozenset(
    (
        DeadBranchPrune,
        FindLiterallyCalls,
        InlineClosureLikes,
        InlineOverloads,
        LiteralPropagationSubPipelinePass,
        LiteralUnroll,
        MakeFunctionToJitFunction,
        RewriteDynamicRaises,
        RewriteSemanticConstants,
        WithLifting,
    )
)
"""Steps for closures, `with`, `raise`, and code that depends on literals or types: kernels have none of these."""


class KernelCompiler(Compiler):
    """Compiles a kernel, and shares its parts with other kernels."""

    def define_pipelines(self) -> list[PassManager]:
        """The usual steps, without those that kernels do not need."""
        _forget_own_settings()
        pipelines: list[PassManager] = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [step for step in pipeline.passes if step[0] not in _IN_VAIN]
        return pipelines


class PartCompiler(KernelCompiler):
    """Compiles a part of kernels, without machine code of its own."""

    def define_pipelines(self) -> list[PassManager]:
        """The same steps, which write into a draft."""
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

    def _optimize_final_module(self) -> None:
        """Optimises cheaply, for with whole kernels that is done thoroughly."""
        code = self._codegen
        passes, builder = code._module_pass_manager(
            loop_vectorize=code._loopvect, slp_vectorize=False, opt=code._opt_level, cost="cheap"
        )
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True
