import PixAPI

/// A file of API keys: one `id:secret` a line; empty lines and lines that start with # are passed over.
enum APIKeyFile {
    /// All keys of the file.
    /// - Throws: status 3 where the file cannot be read, status 1 naming the line that is no key (never its text).
    static func keys(of path: String) throws(CommandError) -> [PixClient.Key] {
        let text = String(decoding: try Input.bytes(of: path), as: UTF8.self)
        var keys: [PixClient.Key] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw CommandError(.failed, "\(path), line \(index + 1): expected id:secret")
            }
            keys.append(PixClient.Key(id: String(parts[0]), secret: String(parts[1])))
        }
        return keys
    }

    static func first(of path: String) throws(CommandError) -> PixClient.Key {
        guard let key = try keys(of: path).first else {
            throw CommandError(.failed, "\(path): no key in it, expected a line id:secret")
        }
        return key
    }
}
