"""The front end in notebooks: magics, views, and the bridge to the kernel."""
