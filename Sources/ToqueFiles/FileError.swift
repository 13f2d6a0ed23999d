import Glibc

/// Why a file cannot be used, and what to do.
package enum FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A system call failed with this error number (errno(3)).
    case system(path: String, number: Int32)
    case notRegular(path: String)
    /// A name that SQLite takes for something else than a file.
    case special(path: String)
    /// It belongs to another user than the one this process runs as.
    case foreign(path: String, owner: uid_t)
    /// Users other than its owner may read or write it.
    case exposed(path: String, mode: mode_t)
    /// Users other than its owner may put files into the directory.
    case exposedDirectory(path: String, mode: mode_t)
    /// It has more bytes than it may have.
    case tooLarge(path: String, limit: Int)

    package var description: String {
        switch self {
        case .system(let path, let number): "\(path): \(String(cString: strerror(number)))"
        case .notRegular(let path): "\(path) is not a regular file; use another path"
        case .special(let path): "SQLite does not treat \(path) as a file name; write ./\(path)"
        case .foreign(let path, let owner):
            "\(path) belongs to user \(owner), not to user \(geteuid()); change its owner or use another file"
        case .exposed(let path, let mode):
            "others may use \(path) (mode \(Self.octal(mode))); try: chmod 600 \(path.shellQuoted)"
        case .exposedDirectory(let path, let mode):
            "others may write to \(path) (mode \(Self.octal(mode))); try: chmod go-w \(path.shellQuoted)"
        case .tooLarge(let path, let limit): "\(path) has more than \(limit) bytes; use another file"
        }
    }

    private static func octal(_ mode: mode_t) -> String { "0" + String(mode & 0o7777, radix: 8) }
}
