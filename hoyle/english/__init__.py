"""A rule file told back as a readable rulebook: English sentences from the IR, laid out as Markdown or HTML."""
