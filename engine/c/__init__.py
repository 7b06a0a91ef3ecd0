"""Games as C: generated code, its run-time, and engines in plain C11."""
