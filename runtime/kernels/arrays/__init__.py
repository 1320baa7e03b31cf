"""Work on whole arrays by compiled loops: copies, additions, sums, products with what is broadcast."""
