"""What a careful proofreader asks of a rulebook's text, and of its rule file beside it.

For English. Words and patterns are all that it knows: it reads no meaning, so what it says are questions.
"""
