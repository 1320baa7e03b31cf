"""Branch-free elementary functions for single and double precision, which vectorise inside any compiled loop."""
