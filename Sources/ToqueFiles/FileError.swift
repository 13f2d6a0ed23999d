import Glibc

/// Why a file cannot be used, and how to fix it.
package enum FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A system call failed with an error number (errno(3)).
    case system(path: String, number: Int32)
    case notRegular(path: String)
    /// A name that SQLite does not treat as a file.
    case special(path: String)
    /// The file belongs to another user.
    case foreign(path: String, owner: uid_t)
    /// Users other than its owner can read or write the file.
    case exposed(path: String, mode: mode_t)
    /// Users other than its owner can put files into the directory.
    case exposedDirectory(path: String, mode: mode_t)
    /// The file exceeds its size limit.
    case tooLarge(path: String, limit: Int)

    package var path: String {
        switch self {
        case .system(let path, _), .notRegular(let path), .special(let path), .foreign(let path, _),
            .exposed(let path, _), .exposedDirectory(let path, _), .tooLarge(let path, _):
            path
        }
    }

    /// What is wrong with the path.
    package var problem: String {
        switch self {
        case .system(_, let number): String(cString: strerror(number))
        case .notRegular: "is not a regular file"
        case .special: "SQLite does not treat it as a file name"
        case .foreign(_, let owner): "belongs to user \(owner), not to user \(geteuid())"
        case .exposed(_, let mode): "other users may use it (mode \(Self.octal(mode)))"
        case .exposedDirectory(_, let mode): "other users may write to it (mode \(Self.octal(mode)))"
        case .tooLarge(_, let limit): "has more than \(limit) bytes"
        }
    }

    /// What to do; nil where the system's error says enough.
    package var remedy: String? {
        switch self {
        case .system: nil
        case .notRegular: "use another path"
        case .special(let path): "write ./\(path)"
        case .foreign: "change its owner or use another file"
        case .exposed(let path, _): "run `chmod 600 \(path.shellQuoted)`"
        case .exposedDirectory(let path, _): "run `chmod go-w \(path.shellQuoted)`"
        case .tooLarge: "use another file"
        }
    }

    package var description: String { "\(path): \(problem)" + (remedy.map { "; \($0)" } ?? "") }

    private static func octal(_ mode: mode_t) -> String { "0" + String(mode & 0o7777, radix: 8) }
}

extension String {
    /// The text quoted as one word of a shell's command line.
    package var shellQuoted: String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,@%+")
        guard isEmpty || !allSatisfy(plain.contains) else { return self }
        // By scalars: as a character, a quotation mark may be combined with an accent.
        let parts = unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
        return "'\(parts.joined(separator: #"'\''"#))'"
    }
}
