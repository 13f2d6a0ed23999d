extension String {
    /// The text quoted as one word of a shell's command line.
    package var shellQuoted: String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,@%+")
        guard isEmpty || !allSatisfy(plain.contains) else { return self }
        return "'\(replacing("'", with: #"'\''"#))'"
    }
}
