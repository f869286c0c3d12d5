"""One file for each kind of server: it translates, and nothing else."""
