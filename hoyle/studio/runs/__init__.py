"""The long work of the studio: one order at a time, whose events are told as they come; it may be ended at any time."""
