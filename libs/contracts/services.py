# In the order of migration and startup.
SERVICES = ("auth", "catalog", "auction", "messaging", "boost", "admin")
