"""The run-time library of exported Python engines: an engine gets the text of those pieces that it uses.

Leaves the choice of pieces to `engine.python.library_text`.
"""
