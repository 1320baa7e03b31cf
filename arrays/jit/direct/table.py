"""Words of the table that describes a flat loop to compiled code, by their offsets; `native.builtin` fills it."""

(
    ENTRY,  # address of the loop's code
    ATTEMPTED,  # how many outputs and inputs there are
    INPUTS,
    OUTPUTS,
    LIMIT,  # elements from which threads are of use
    COST,  # of an element
    POOL,  # the pool's words
    FEWEST,  # elements that a launch pays for
    MOST,  # elements of outputs that do not get a buffer
    PROTOTYPE,  # where the first array is among the inputs, in bytes
    FALLBACK,  # what is called with inputs that are not for compiled code
    BUFFER,  # what is called with an array and a dtype for a large output
    SWITCH,  # where it is kept whether kernels may be used
    EXPENDABLE,  # where the array is kept that the next op may overwrite
    DRIVER,  # address of the code that adds what the loop computes, or 0
    ARRAY,  # here begin addresses of objects,
    FLOAT,
    SINGLE,
    DOUBLE,
    NONE,
    TRUE,
    INCREF,  # of C functions,
    DECREF,
    LEAVE,
    ENTER,
    TUPLE,
    VECTORCALL,
    OBTAIN,
    RELEASE,
    LIKE,
    KINDS,  # and of the arguments' dtypes; 0 for a number
) = range(0, 248, 8)
