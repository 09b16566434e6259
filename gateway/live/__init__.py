"""The live edge: one path, two dialects, one dispatch table, and rooms of sockets."""
