import Glibc

/// Files under a folder of the file system.
public struct DirectoryTree: FileTree {
    /// The folder without a trailing slash, so empty for the machine's own root.
    private let prefix: String

    /// - Parameter root: the folder; `/` for the machine itself.
    public init(root: String) {
        var root = Substring(root)
        while root.last == "/" { root.removeLast() }
        prefix = String(root)
    }

    public func node(at path: String) -> FileNode? {
        var status = stat()
        guard lstat(prefix + path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .directory
        case S_IFLNK: return target(of: path).map(FileNode.link)
        default: return nil
        }
    }

    private func target(of path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(prefix + path, &target, target.count)
        guard count > 0 else { return nil }
        return String(validating: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    public func read(_ path: String, limit: Int) -> [UInt8]? {
        // A file may have been replaced by a link or a pipe since `node` checked it. It must neither be followed nor
        // block.
        let file = open(prefix + path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 4096))
        while bytes.count < limit {
            let count = Glibc.read(file, &chunk, min(chunk.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes.append(contentsOf: chunk[..<count])
        }
        return bytes
    }

    public func names(in path: String) -> [String] {
        guard let directory = opendir(prefix + path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
