"""Pictures: what names one, how it is read, drawn and written."""
