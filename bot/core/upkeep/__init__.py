"""Background work: clocks that run out, reminders, boards left over, re-indexing, leases."""
