from .compiler import part as part
