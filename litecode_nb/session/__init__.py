"""The whole road of one request, from words to bytes on the disk and back."""

from litecode_nb.session.session import Session

__all__ = ["Session"]
