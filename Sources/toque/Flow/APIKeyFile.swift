import Sandbox

/// A file of API keys: one `id:secret` per line; empty lines and lines that start with # are ignored.
enum APIKeyFile {
    /// Reads all keys of the file, or of stdin if the path is `-`.
    /// - Throws: status 3 if the file cannot be read, status 1 if it belongs to another user or others have access to
    ///   it, and for an invalid line, with its number but never its text.
    static func keys(of path: String) throws(CommandError) -> [APIKey] {
        let text = try text(of: path)
        var keys: [APIKey] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw CommandError(.invalidContent, at: "\(path), line \(index + 1)", "is not id:secret")
            }
            keys.append(APIKey(id: String(parts[0]), secret: String(parts[1])))
        }
        return keys
    }

    private static func text(of path: String) throws(CommandError) -> String {
        guard path != "-" else { return String(decoding: try Input.bytes(of: path, asking: "API keys"), as: UTF8.self) }
        return try SecretFile.read(path, limit: Input.limit).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    static func first(of path: String) throws(CommandError) -> APIKey {
        guard let key = try keys(of: path).first else {
            throw CommandError(.invalidContent, at: path, "holds no API key", hint: "write a line id:secret")
        }
        return key
    }
}
