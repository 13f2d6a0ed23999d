"""Our verifier and two third-party libraries on the same ceremonies, each with a single fault."""
