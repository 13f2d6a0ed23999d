import CLinux
import Glibc

/// A path as a Unix socket address.
struct SocketAddress {
    private var address = sockaddr_un()
    let path: String

    /// - Throws: if the path is empty or does not fit into an address.
    init(path: String) throws(VirtualKeyError) {
        self.path = path
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard !bytes.isEmpty, !bytes.contains(0) else {
            throw VirtualKeyError("a socket needs a path; name a file that is not there yet")
        }
        guard bytes.count <= room else {
            throw VirtualKeyError(
                "the socket's path has \(bytes.count) bytes, and the system takes \(room); use a shorter one: \(path)")
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Calls `bind` or `connect`.
    func with(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// A socket file at which this process listens.
struct ListeningSocket {
    let path: String
    let descriptor: SharedDescriptor
    /// The created file, so that no other one is removed.
    private let device: dev_t
    private let inode: ino_t

    private static let backlog: Int32 = 16

    /// Listens at a path, replacing a dead socket.
    /// - Throws: if the file is something else, or if somebody listens at it.
    init(path: String) throws(VirtualKeyError) {
        self.path = path
        let address = try SocketAddress(path: path)
        let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = try SharedDescriptor(socket(AF_UNIX, type, 0), "cannot make a socket")
        // Whoever can open it uses the key. bind gives the file the socket's own mode, so that it is never more
        // permissive.
        guard fchmod(descriptor.number, 0o600) == 0 else { throw .system("cannot restrict \(path)", errno) }
        // One process at a time checks whether a socket is dead and takes its place.
        let directory = Self.directory(of: path)
        let folder: SharedDescriptor
        do {
            folder = try SharedDescriptor(
                open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "cannot use the directory \(directory)")
        } catch {
            throw VirtualKeyError("\(error); make it, or name a path in another one")
        }
        while flock(folder.number, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .system("cannot lock the directory \(directory)", errno) }
        }
        try Self.removeDead(address)
        let number = descriptor.number
        guard address.with({ bind(number, $0, $1) }) == 0 else { throw .system("cannot listen at \(path)", errno) }
        var status = stat()
        guard listen(number, Self.backlog) == 0, lstat(path, &status) == 0 else {
            throw .system("cannot listen at \(path)", errno)
        }
        device = status.st_dev
        inode = status.st_ino
    }

    /// Stops listening and removes the file, if it is still the created one.
    func close() {
        guard descriptor.number >= 0 else { return }
        var status = stat()
        if lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode { unlink(path) }
        descriptor.close()
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func removeDead(_ address: SocketAddress) throws(VirtualKeyError) {
        let path = address.path
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .system("cannot listen at \(path)", errno) }
            return
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw VirtualKeyError("\(path) exists and is not a socket; remove it or use another path")
        }
        let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let probe = try SharedDescriptor(socket(AF_UNIX, type, 0), "cannot make a socket")
        let number = probe.number
        guard address.with({ connect(number, $0, $1) }) != 0, errno == ECONNREFUSED else {
            throw VirtualKeyError(
                "\(path) is a socket that another program may listen at; end that or use another path")
        }
        guard unlink(path) == 0 else { throw .system("cannot replace the dead socket \(path)", errno) }
    }
}
