"""The search processes of the server: a queue for searches, and one for hints."""
