"""Orders of elements: sorting, medians, quantiles, distinct elements, histograms."""
