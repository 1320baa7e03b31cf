"""What users pass to ops: operands, numbers and arguments in canonical form, overloads, and errors about them."""
