"""Code shared by every part of Wangi: the public language (contracts) and the workshop (kit)."""
