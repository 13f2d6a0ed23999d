import ToqueEncoding

/// A file of `toque sandbox save`, which the sandbox alone judges.
enum StateFile {
    /// Bytes, the most that a sandbox takes.
    static let limit = 64 << 20

    /// - Throws: status 3 where it cannot be read, status 1 where it is no JSON.
    static func json(of path: String) throws(CommandError) -> JSON {
        let bytes = try Input.bytes(of: path, limit: limit, asking: "a saved state")
        do {
            return try JSON(parsing: bytes, limits: .init(size: limit))
        } catch {
            throw CommandError(.failed, "\(path): \(error)", try: "a file of toque sandbox save")
        }
    }
}
