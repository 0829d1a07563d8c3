"""The daemon: when a cycle is due, one child process for it, and telling when it went wrong."""
