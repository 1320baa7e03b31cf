"""What a function reads besides its arguments, and the check that it is the same at the next call.

`bytecode` finds names in code, `reads` what they lead to, `outside` what stands for that while the function is traced,
and `modules` for modules and other objects. `guards` writes the check.
"""
