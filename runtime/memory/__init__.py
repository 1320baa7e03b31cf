"""Memory that several owners see: saved values, versions, views, writing in place."""
