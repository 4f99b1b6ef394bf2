"""The store: logs and indexes in Redis or Valkey, the connection to it, and a bundled server."""
