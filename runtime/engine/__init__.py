"""The backward pass: its calls, its order, what runs inside of it."""
