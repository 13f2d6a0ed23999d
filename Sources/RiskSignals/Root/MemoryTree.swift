/// Files in memory, for built-in devices.
public struct MemoryTree: FileTree {
    public enum Entry: Sendable, ExpressibleByStringLiteral {
        case file([UInt8])
        case link(target: String)

        /// A file with this text.
        public init(stringLiteral value: String) { self = .file(Array(value.utf8)) }
    }

    private let entries: [String: Entry]
    /// The names in each directory that the entries' paths imply.
    private let directories: [String: Set<String>]

    /// - Parameter entries: by path, such as `/etc/os-release` or `etc/os-release`.
    public init(_ entries: [String: Entry]) {
        var files: [String: Entry] = [:]
        var directories: [String: Set<String>] = ["/": []]
        for (path, entry) in entries {
            var parent = ""
            for component in path.split(separator: "/") {
                directories[parent.isEmpty ? "/" : parent, default: []].insert(String(component))
                parent += "/" + component
            }
            files[parent] = entry
        }
        self.entries = files
        self.directories = directories
    }

    public func node(at path: String) -> FileNode? {
        switch entries[path] {
        case .file: .file
        case .link(let target): .link(target: target)
        case nil: directories[path] == nil ? nil : .directory
        }
    }

    public func read(_ path: String, limit: Int) -> [UInt8]? {
        guard case .file(let bytes) = entries[path] else { return nil }
        return Array(bytes.prefix(limit))
    }

    public func names(in path: String) -> [String] { Array(directories[path] ?? []) }
}
