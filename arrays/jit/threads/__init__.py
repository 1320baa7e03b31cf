"""The pool of threads that runs large kernels: tasks in chunks, which caller and workers claim."""
