"""Edits onto the disk, all or nothing, and back again."""
