/// What stands at a path, without following a symbolic link.
public enum FileNode: Sendable, Equatable {
    case file
    case directory
    case link(target: String)
}

/// A tree of files that device facts are read from. Paths are absolute inside the tree and hold no `.`, `..` or
/// symbolic link: `DeviceFiles` has resolved them.
public protocol FileTree: Sendable {
    /// What stands at the path; nil where nothing does, it may not be seen or it is another kind of file.
    func node(at path: String) -> FileNode?
    /// The first `limit` bytes of a file; nil where it cannot be read.
    func read(_ path: String, limit: Int) -> [UInt8]?
    /// The names in a directory, without order; empty where it cannot be listed.
    func names(in path: String) -> [String]
}
