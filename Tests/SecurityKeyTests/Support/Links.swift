import CLibFIDO2
import Glibc
import Testing

@testable import SecurityKey

/// A folder that is removed with its owner.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/securitykey.XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit {
        for name in ["key"] { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}

/// A pseudo-terminal in raw mode with a key on the other side.
final class Terminal {
    let master: Int32
    let path: String
    /// Always open, so that the terminal does not hang up between clients.
    private let slave: Int32

    init() throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        try #require(openpty(&ends.master, &ends.slave, &name, nil, nil) == 0)
        (master, slave) = ends
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        var mode = termios()
        tcgetattr(slave, &mode)
        cfmakeraw(&mode)
        try #require(tcsetattr(slave, TCSANOW, &mode) == 0)
    }

    deinit { close(slave) }
}

/// A packet socket on which a key listens.
final class PacketListener: Sendable {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0 && listen(descriptor, 1) == 0)
    }

    deinit { close(descriptor) }

    /// Serves the first connection, on the key's thread.
    func serve(_ key: ScriptedKey) { key.serve(descriptor, framing: .packets, accepting: true) }
}
