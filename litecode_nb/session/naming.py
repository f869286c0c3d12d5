"""Names for change sets."""

import secrets
from datetime import datetime

from litecode_nb.domain.ids import ChangeSetId


def new_id(now: datetime) -> ChangeSetId:
    """Give a change set's name: sortable by time, unique within a project."""
    return ChangeSetId(f"{now:%Y%m%dT%H%M%S%f}-{secrets.token_hex(3)}")
