"""Test vectors of a game, and holding another program against them."""
