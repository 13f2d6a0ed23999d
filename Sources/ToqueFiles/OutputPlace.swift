import Glibc

/// The target of an output path. Only a regular file may be replaced: devices, pipes and sockets are written to and
/// remain.
package enum OutputPlace: Sendable, Hashable {
    /// A regular file, or nothing yet: its path without symbolic links.
    case file(String)
    /// A descriptor of this process, such as /dev/stdout or /dev/fd/3.
    case descriptor(Int32)
    /// A FIFO (fifo(7)): opening it waits for a reader.
    case fifo(String)
    /// Anything else, such as a device, a socket, or a kernel file below /proc.
    case device(String)

    /// The maximum number of links, as in the kernel (path_resolution(7)).
    private static let maximumLinks = 40

    /// Follows symbolic links, including a link to nothing yet.
    /// - Throws: if a folder on the way is missing, for links that form a circle, and `foreign` for a link that
    ///   somebody else has put into a folder such as /tmp.
    package init(_ path: String) throws(FileError) {
        var hop = path
        for _ in 0...Self.maximumLinks {
            hop = try Self.withoutLinksInFolder(hop)
            if let number = Self.ownDescriptor(hop) {
                self = .descriptor(number)
                return
            }
            var status = stat()
            guard lstat(hop, &status) == 0 else {
                guard errno == ENOENT else { throw .system(path: hop, number: errno) }
                self = .file(hop)
                return
            }
            switch status.st_mode & S_IFMT {
            case S_IFIFO: self = .fifo(hop)
            // Links below /proc are not paths: the target of a descriptor may have none.
            case _ where hop.hasPrefix("/proc/"): self = .device(hop)
            case S_IFREG: self = .file(hop)
            case S_IFLNK:
                try Self.checkLink(hop, status)
                let target = try Self.target(of: hop)
                hop = target.hasPrefix("/") ? target : "\(PrivateDirectory.of(hop))/\(target)"
                continue
            default: self = .device(hop)
            }
            return
        }
        throw .system(path: path, number: ELOOP)
    }

    /// The path with its folder resolved by the kernel.
    private static func withoutLinksInFolder(_ path: String) throws(FileError) -> String {
        let folder = PrivateDirectory.of(path)
        guard let resolved = realpath(folder, nil) else { throw .system(path: path, number: errno) }
        defer { free(resolved) }
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let prefix = String(cString: resolved)
        return prefix == "/" ? "/\(name)" : "\(prefix)/\(name)"
    }

    /// The kernel's rule for fs.protected_symlinks (proc_sys_fs(5)), which covers only paths that the kernel follows
    /// itself: in a sticky, world-writable folder, a link must belong to its follower or to the folder's owner.
    private static func checkLink(_ link: String, _ status: stat) throws(FileError) {
        let path = PrivateDirectory.of(link)
        var folder = stat()
        guard stat(path, &folder) == 0 else { throw .system(path: path, number: errno) }
        guard folder.st_mode & S_ISVTX != 0, folder.st_mode & S_IWOTH != 0 else { return }
        guard status.st_uid == geteuid() || status.st_uid == folder.st_uid else {
            throw .foreign(path: link, owner: status.st_uid)
        }
    }

    private static func ownDescriptor(_ path: String) -> Int32? {
        let folder = "/proc/\(getpid())/fd/"
        return path.hasPrefix(folder) ? Int32(path.dropFirst(folder.count)) : nil
    }

    private static func target(of link: String) throws(FileError) -> String {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &target, target.count)
        guard count >= 0 else { throw .system(path: link, number: errno) }
        return String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Writes a regular file atomically, or writes to any other target. Blocks while a FIFO has no reader.
    /// - Parameter mode: of a regular file, before the umask.
    package func write(_ bytes: [UInt8], mode: mode_t = 0o600) throws(FileError) {
        switch self {
        case .file(let path): try WholeFile.replace(path, with: bytes, mode: mode)
        case .descriptor(let number): try WholeFile.write(bytes, to: number, path: "/dev/fd/\(number)")
        case .fifo(let path): try FileDescriptor.fifo(path).write(bytes)
        case .device(let path):
            // Appends after the output of other processes, if it is a file after all. A terminal stays as it is.
            try FileDescriptor(path, O_WRONLY | O_APPEND | O_NOCTTY).write(bytes)
        }
    }
}
