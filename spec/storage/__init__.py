"""Files that are kept between runs, and the form of the values in them."""
