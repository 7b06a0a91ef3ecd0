"""Passes from core program to core program: one a file, each of which may be left out (`engine.core.pipelines`)."""
