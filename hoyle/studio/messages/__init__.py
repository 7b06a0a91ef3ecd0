"""All that a page and Hoyle say to each other.

Places in the text are offsets in UTF-16 units, seats and plies count from 0, -1 stands for nobody and nothing. Leaves
JSON and TypeScript to `hoyle.studio.wire`.
"""
