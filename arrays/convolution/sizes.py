"""The sizes of the pieces that a convolution is computed in. A stripe is a vector of numbers."""

STRIPE = 64  # bytes
ROWS = 8  # of a tile of products: filters
STRIPES = 3  # of each of these rows: positions
DEPTH = (
    768  # bytes of taps whose products are added before a tile is put down: a panel fits the nearest cache
)
TOGETHER = 4  # blocks of ROWS taps whose gradients are written together: lines of memory
DOTS = 10  # taps whose gradients are summed at a time: filters of 3 x 3 and 7 x 7 are such blocks
LINES = 7  # of a tile of moved images: those of networks often have a multiple
LINE = 16  # of their lines are this many numbers, or a multiple: whole stripes
POINTS = 16  # numbers that a tile of pixels and a filter are transformed to, for Winograd's products
APART = 16  # numbers between filters' transforms of two points: by powers of two they compete for places in caches
PIXELS = 4  # of a stripe of channels each, that are computed at a time
CHANNELWISE = 10  # taps whose gradients are summed at a time, for a stripe of channels
