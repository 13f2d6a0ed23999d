/// The kind of file at a path, without following symbolic links.
public enum FileNode: Sendable, Equatable {
    case file
    case directory
    case link(target: String)
}

/// A tree of files with device facts. Paths are absolute inside the tree and contain no `.`, `..` or symbolic link:
/// `DeviceFiles` has resolved them.
public protocol FileTree: Sendable {
    /// The node at a path; nil if there is none, it is inaccessible, or it is another kind of file.
    func node(at path: String) -> FileNode?
    /// The first `limit` bytes of a file; nil if it cannot be read.
    func read(_ path: String, limit: Int) -> [UInt8]?
    /// The names in a directory, unordered; empty if it cannot be listed.
    func names(in path: String) -> [String]
}
