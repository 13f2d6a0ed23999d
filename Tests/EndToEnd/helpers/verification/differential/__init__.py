"""Our verifier and two libraries of others on the same ceremonies, each with a single fault."""
