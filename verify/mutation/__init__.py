"""Rules broken on purpose: how many of the broken ones do a game's examples, claims and obligations notice?"""
