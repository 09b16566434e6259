"""What each process has: settings, logs, traces, clock."""
