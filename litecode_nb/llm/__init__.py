"""Model servers: the only room that speaks HTTP."""
