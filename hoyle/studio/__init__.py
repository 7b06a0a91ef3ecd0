"""The studio: rules edited, played, verified and ruled on, as messages; one page draws them, in two homes.

Knows no protocol and no file. The homes are `hoyle.studio.server`, and a folder for browsers (`hoyle.studio.static`).
"""
