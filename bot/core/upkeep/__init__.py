"""Background work: expired clocks, reminders, undelivered boards, re-indexing, leases."""
