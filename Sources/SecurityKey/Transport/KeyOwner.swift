import Glibc

/// A check of who serves a software key. The PIN goes to that process, and in a directory such as /tmp somebody else
/// may have taken the path first.
enum KeyOwner {
    /// - Parameters:
    ///   - owner: the user of the program that serves the key, or of its terminal.
    ///   - user: the user who wants to use it.
    /// - Throws: unless the owner is the user or root. Root may use everybody's.
    static func check(_ owner: uid_t, of path: String, for user: uid_t = geteuid()) throws(TransportError) {
        guard owner == user || owner == 0 || user == 0 else {
            throw TransportError("\(path) is served by user \(owner), who would learn your PIN; use a key of your own")
        }
    }

    /// Returns the user of the program that listens at the other end of a Unix socket (SO_PEERCRED, unix(7)).
    static func ofPeer(_ descriptor: Int32, _ path: String) throws(TransportError) -> uid_t {
        // struct ucred, which glibc declares only under _GNU_SOURCE: process, user, group.
        var credentials: [UInt32] = [0, 0, 0]
        var size = socklen_t(credentials.count * MemoryLayout<UInt32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
            throw TransportError(path, errno: errno)
        }
        return credentials[1]
    }
}
