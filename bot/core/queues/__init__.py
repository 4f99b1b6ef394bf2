"""Queues and limits: user queues, token buckets, a fair semaphore, cancellable searches."""
