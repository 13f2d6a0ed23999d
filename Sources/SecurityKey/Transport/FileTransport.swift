import CTAP
import Glibc

/// A key behind a device file: a hidraw node or a pseudo-terminal. libfido2 could open these itself, but its reads
/// cannot be interrupted if a key does not respond, and it lets a terminal become the process's controlling terminal.
struct FileTransport: ReportTransport {
    let path: String

    /// The maximum time that another program may hold the file, as libfido2's programs do during an operation.
    private static let lockPatience = 50
    private static let lockPause: UInt32 = 20_000

    func connect() throws -> any ReportConnection {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.refusal(path, errno) }
        let framing: DescriptorConnection.Framing = isatty(descriptor) == 1 ? .numberedStream : .numberedPackets
        let connection = DescriptorConnection(descriptor: descriptor, framing: framing, name: path)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
            throw Self.refusal(path, ENOTTY)
        }
        // Permissions on a hidraw node are not granted through its owner.
        if framing == .numberedStream { try KeyOwner.check(status.st_uid, of: path) }
        var tries = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            tries += 1
            guard errno == EWOULDBLOCK || errno == EINTR else { throw TransportError(path, errno: errno) }
            guard tries < Self.lockPatience else {
                throw TransportError("\(path) is in use by another program; wait for that and try again")
            }
            usleep(Self.lockPause)
        }
        return connection
    }

    private static func refusal(_ path: String, _ code: Int32) -> TransportError {
        switch code {
        case EACCES, EPERM:
            TransportError(
                "\(path): permission denied; a udev rule must grant access, see `toque doctor`")
        case ENOENT, ENODEV, ENXIO: TransportError("\(path): no key there; plug it in, or name another path")
        case ENOTTY, EISDIR: TransportError("\(path) is not a device; give /dev/hidrawN, /dev/pts/N or a key's socket")
        default: TransportError(path, errno: code)
        }
    }
}
