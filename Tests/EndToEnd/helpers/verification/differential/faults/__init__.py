"""The kinds of fault, a module for each part of a ceremony."""

# Each adds to KINDS.
from . import authenticator_data, certificates, client_data, formats, responses, statements  # noqa: F401
from .fault import KINDS, Kind, Occurrence

__all__ = ["KINDS", "Kind", "Occurrence"]
