"""Words of the tables that describe loops to compiled code, by their offsets; `native` fills them in."""

(
    ENTRY,  # address of the loop's code
    POOL,  # the pool's words
    ARRAY,  # here begin addresses of objects,
    FLOAT,
    NONE,
    TRUE,
    INCREF,  # and of C functions
    LEAVE,
    ENTER,
    END,
) = range(0, 80, 8)
"""Of both tables."""

(
    ATTEMPTED,  # how many outputs and inputs there are
    INPUTS,
    OUTPUTS,
    COST,  # of an element
    FEWEST,  # elements that a launch pays for
    MOST,  # elements of outputs that do not get a buffer
    PROTOTYPE,  # where the first array is among the inputs, in bytes
    FALLBACK,  # what is called with inputs that are not for compiled code
    BUFFER,  # what is called with an array and a dtype for a large output
    SWITCH,  # where it is kept whether kernels may be used
    DRIVER,  # address of the code that adds what the loop computes, or 0
    SINGLE,  # here begin addresses of objects,
    DOUBLE,
    DECREF,  # of C functions,
    TUPLE,
    VECTORCALL,
    OBTAIN,
    RELEASE,
    LIKE,
    KINDS,  # and of the arguments' dtypes; 0 for a number
) = range(END, END + 160, 8)
"""Of a flat loop's."""
