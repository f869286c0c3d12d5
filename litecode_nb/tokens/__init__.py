"""Count tokens without the network: a table on board, bounds, calibration."""
