"""Where games are kept: logs and indexes in Redis or Valkey, the connection to it, and a server of our own."""
