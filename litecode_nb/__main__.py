"""`python -m litecode_nb` is the same as `litecode`."""

from litecode_nb.cli import main

if __name__ == "__main__":
    main()
