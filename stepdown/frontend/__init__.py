"""From a function written with NumPy to a graph: what its arguments stand for while it runs."""
