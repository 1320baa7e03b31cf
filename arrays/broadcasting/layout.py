"""How `broadcast` describes an iteration to `blocks`: a table of int64 words, named by their byte offsets."""

COUNT, SIZE, INNER, PIECE, PIECES, ROWS, LENGTH, GROUP, GROUPS, LEADING, SIZES = range(0, 88, 8)
"""Operands; bytes of an element; columns; columns in a piece; pieces; rows in a block; rows; rows in a group; groups;
leading axes; and their sizes, of which there are at most `AXES`."""
AXES = 4
RECORDS = SIZES + 8 * AXES
"""A record for each operand."""

MODE, ITEM, STEP, ROW, MOVE, STRIDES = range(0, 48, 8)
"""Of a record: what becomes of the operand, bytes of its elements, strides in bytes between columns and between
rows, the address of the loop that moves its blocks, and strides along the leading axes."""
RECORD = STRIDES + 8 * AXES

PLACE, VALUE, PACK, FOLD, TOTAL, STORE = range(6)
"""Modes: contiguous elements where they are, one number a block, elements that are copied to a buffer, gradients that
are summed by columns or by rows, and an output that is copied from a buffer to where an input is."""

BLOCK = 8192  # bytes of an operand in a block
FLUSH = 64  # blocks that are added in the elements' own precision, before their sums are added in double

BLOCKS, BUFFERS, STARTS, MOVES, HEAD = range(128, 768, 128)
"""Of the memory of a running task, after the slots of the flat loop: the addresses of an operand's block, of its buffer
and of its first element in the task; the slots of what moves blocks; then the buffers."""
MOST = 16  # operands
