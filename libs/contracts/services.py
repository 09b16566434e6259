# In the order in which they are migrated and started.
SERVICES = ("auth", "catalog", "auction", "messaging", "boost", "admin")
