"""Queues and limits: user queues, token buckets, a fair semaphore, bounded caches."""
