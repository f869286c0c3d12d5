"""Where the user's own files lie: settings, and what was learnt about models."""

from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_config_path, user_state_path

from litecode_nb.settings import Settings, load_settings

APP = "litecode-nb"


def user_settings_file() -> Path:
    """The user's settings, a TOML file that may not exist."""
    return user_config_path(APP) / "settings.toml"


def calibration_file() -> Path:
    """How far each model's counts exceeded ours; kept for all projects."""
    return user_state_path(APP) / "calibration.json"


def settings_for(root: Path, environment: Mapping[str, str]) -> Settings:
    """Read the settings that hold in a project.

    Raises:
        SettingsError: A file or a value cannot be used.
    """
    return load_settings(
        user_file=user_settings_file(),
        project_file=root / "pyproject.toml",
        environment=environment,
    )
