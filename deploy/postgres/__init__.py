"""What a PostgreSQL server must hold before the services can start."""
