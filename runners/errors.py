"""The errors of `runners`. Each message says what, where, what was expected and what to do."""


class Error(Exception):
    """What every error of `runners` is."""


class ToolchainError(Error):
    """A tool or library is missing, does not start, or is of the wrong version."""


class CompileError(Error):
    """A program does not parse, verify, lower or link.

    `diagnostics` is the whole text that the tool printed, `pass_name` the pass that failed (or
    None), `reproducer` the path of a file that holds the IR before that pass (or None).
    """

    def __init__(
        self,
        message: str,
        *,
        diagnostics: str = "",
        pass_name: str | None = None,
        reproducer: str | None = None,
    ) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics
        self.pass_name = pass_name
        self.reproducer = reproducer


class ArgumentError(Error):
    """A compiled function was called with arguments that it does not take."""


class NotFound(CompileError):
    """A file, pipeline, parameter or processor that was named does not exist."""


class UnknownFunction(ArgumentError, AttributeError):
    """A library was asked for a function that the program does not define."""


class CudaError(Error):
    """The CUDA driver refused or failed; `code` is its name for why, such as CUDA_ERROR_NO_DEVICE.

    After an error in a running kernel, such as an illegal address, the context can do no more: the
    process has to end before the GPU is used again.
    """

    def __init__(self, message: str, *, code: str = "") -> None:
        super().__init__(message)
        self.code = code
