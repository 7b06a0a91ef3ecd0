"""`hoyle watch`: looks at a rule file after each save, and shows what comes of it."""
