"""Text of a spec -> nodes that know where they stand, and literals read from them."""
