"""The sizes of the pieces that a convolution is computed in. A stripe is a vector of numbers."""

STRIPE = 64  # bytes
ROWS = 8  # of a tile of products: filters
FEW = 3  # rows of a tile of few filters, which has twice as many stripes
STRIPES = 3  # of each of these rows: positions
WIDTH = 24  # stripes of positions that are computed before they are written
LEFT, RIGHT = 8, 3  # rows of the two factors of a tile of dot products: filters, shifted images
POINTS = 16  # numbers that a tile of pixels, or a filter, becomes in Winograd's products
DEPTH = (
    768  # bytes of taps whose products are added before a tile is put down: a panel fits the nearest cache
)
TOGETHER = 4  # blocks of ROWS taps whose gradients are written together: lines of memory
