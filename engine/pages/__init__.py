"""What all pages of Hoyle's share: a frame with its security policy, one style, a dark mode, pictures of cards."""
