"""One command a file: parse, call one function, print."""
