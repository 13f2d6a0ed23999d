import Sandbox
import ToqueEncoding

/// A file of API keys: one `id:secret` per line; empty lines and lines that start with # are ignored.
enum APIKeyFile {
    /// Reads all keys of the file, or of stdin if the path is `-`. A byte order mark may come first, and CR before LF.
    /// - Throws: status 3 if the file cannot be read, status 1 if it belongs to another user or others have access to
    ///   it, and for an invalid line, with its number but never its text.
    static func keys(of path: String) throws(CommandError) -> [APIKey] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = try bytes(of: path)
        let lines = content.dropFirst(content.starts(with: mark) ? mark.count : 0)
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var keys: [APIKey] = []
        for (index, line) in lines.enumerated() {
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard let first = text.first, first != UInt8(ascii: "#") else { continue }
            keys.append(try key(text, at: "\(path), line \(index + 1)"))
        }
        return keys
    }

    private static func key(_ line: ArraySlice<UInt8>, at place: String) throws(CommandError) -> APIKey {
        guard let text = String(validating: line, as: UTF8.self) else {
            throw CommandError(.invalidContent, at: place, "is not UTF-8")
        }
        guard !text.unicodeScalars.contains(where: \.isControl) else {
            throw CommandError(.invalidContent, at: place, "has control characters")
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw CommandError(.invalidContent, at: place, "is not id:secret")
        }
        return APIKey(id: String(parts[0]), secret: String(parts[1]))
    }

    private static func bytes(of path: String) throws(CommandError) -> [UInt8] {
        guard path != "-" else { return try Input.bytes(of: path, asking: "API keys") }
        return try SecretFile.read(path, limit: Input.limit).withUnsafeBytes { Array($0) }
    }

    static func first(of path: String) throws(CommandError) -> APIKey {
        guard let key = try keys(of: path).first else {
            throw CommandError(.invalidContent, at: path, "holds no API key", hint: "write a line id:secret")
        }
        return key
    }
}
