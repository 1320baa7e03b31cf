"""The sizes of the pieces that a product of matrices is computed in. A stripe is a vector of numbers."""

STRIPE = 64  # bytes
STRIPES = 2  # of a panel of the second factor: so many columns lie beside each other
PANEL = STRIPES * STRIPE
ROWS = 12  # of a panel of the first factor: with STRIPES, as many sums as registers hold
ROOM = 16  # numbers that the rows of the first factor take in a panel
FEWER = 4  # rows of the tiles that the last rows are cut into
DEPTH = (
    1024  # bytes of rows whose products are added before a tile is put down: two panels fit the nearest cache
)
GROUP = 96  # rows, and
WIDE = 2048  # bytes of columns, whose panels are there at a time: they fit the second-level cache
FEW = 8  # rows that are copied to all panels before the next ones are
