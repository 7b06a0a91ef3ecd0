"""The solvers, what they were asked, and their models as positions."""
