"""The documentation as a site: `make site` lays its pages out and renders them with MkDocs Material."""
