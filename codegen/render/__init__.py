"""Plans -> texts: templates, line breaks, the table of ops."""
