"""What gpt2 raises: one type to catch, and one for each thing that a reader can get wrong."""


class Error(Exception):
    """Any error of this package."""


class ConfigError(Error, ValueError):
    """A config.json that does not describe a GPT-2, or not one that this package computes."""


class CheckpointError(Error, ValueError):
    """A file of parameters that is broken, or that holds other tensors than the model needs."""


class VocabularyError(Error, ValueError):
    """A vocabulary that is no byte-level one, or that does not fit the model."""


class PromptError(Error, ValueError):
    """Text or token ids that the model cannot go on from."""


class FetchError(Error, OSError):
    """The published checkpoint could not be had; what arrived so far is kept where it helps."""


class SamplingError(Error, ValueError):
    """A temperature, top_k, top_p or seed that is none."""
