"""Layout of the memory that compiled code and Python share: a team's control words, the table of its threads.

Neither side can import the other's module: those with loops import llvmlite, which a program may do without.
"""

CHUNKS = 16  # the most chunks of a task, hence the most threads that are of use

# Control words, see `claim`
LINE = 8  # words in a cache line
NEXT, DONE, ERROR, STOP = 0, 8, 16, 40  # written while a task runs: each has a cache line of its own
ENTRY, BLOCK = 24, 25  # the task's code and arguments
CHUNK, COUNT, PIECES = 26, 27, 28  # elements in a chunk, elements in all, chunks
ACQUIRE, RELEASE, WORKERS = 32, 33, 34  # of locks, C functions; the number of workers
YIELD = 35  # C function that lets other threads of this processor run, or 0
TABLE = 36  # where the table is
SLEEPING = 48  # how many workers sleep
ASLEEP = 64  # of each worker: whether it sleeps
LOCKS = ASLEEP + CHUNKS  # of each worker: the lock that it waits for while it sleeps
LANES = LOCKS + CHUNKS  # the lanes' words, in a line each; the caller's lane is the first
OWNER = 1  # word of a lane: the last task whose chunks its thread has begun to claim
WORDS = LANES + LINE * CHUNKS

# Bytes from the beginning of the table, see `processors`
GET_PROCESSOR, GET_AFFINITY, SET_AFFINITY = 0, 8, 16  # C functions
MEMBERS = 24  # how many threads there are
PROCESSORS = 32  # of each thread, the caller being the first: where it runs
MOVE = PROCESSORS + 8 * CHUNKS  # of each: the task from which on it may move
THREADS = MOVE + 8 * CHUNKS  # of each: its number in the system
BOUND = THREADS + 8 * CHUNKS  # of each: whether it is bound
SETS = BOUND + 8 * CHUNKS  # of each: two sets of processors
SET_BYTES = 128
TABLE_WORDS = (SETS + 2 * SET_BYTES * CHUNKS) // 8
