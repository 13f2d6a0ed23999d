"""The soak of one served key: tools/soak runs it."""
