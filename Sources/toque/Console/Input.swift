/// Reads what a person names on the command line.
enum Input {
    /// Files larger than this are no options.
    static let limit = 1 << 20

    /// The bytes of a file, or of stdin where the name is `-`.
    /// - Parameters:
    ///   - limit: more bytes are refused.
    ///   - what: what a person at a terminal is asked for.
    /// - Throws: `CommandError` with status 3, saying what the system said.
    static func bytes(
        of name: String, limit: Int = limit, asking what: String = "JSON"
    ) throws(CommandError) -> [UInt8] {
        try InputFile(name, asking: what).bytes(limit: limit)
    }
}
