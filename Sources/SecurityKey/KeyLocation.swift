import CTAP
import Glibc
import ToqueWebAuthn

/// Which key to use.
public enum KeyLocation: Sendable {
    /// The only key that is plugged in, or, of several, the one that is touched.
    case usb
    /// A hidraw node, a pseudo-terminal, or the socket of a software key.
    case path(String)
    /// A key behind another transport, with a name for people.
    case transport(any ReportTransport, name: String)

    /// The keys that the location can mean.
    /// - Throws: `notAllowedError` if there is none.
    func candidates() throws(WebAuthnError) -> [KeyCandidate] {
        switch self {
        case .usb:
            let keys = try KeyDiscovery.present()
            guard !keys.isEmpty else {
                throw WebAuthnError(
                    .notAllowedError, "no security key is found: \(KeyDiagnosis().description)", isUnreachable: true)
            }
            return keys.map { KeyCandidate(id: $0.path, name: $0.description, transport: FileTransport(path: $0.path)) }
        case .path(let path):
            return [KeyCandidate(id: path, name: "the key at \(path)", transport: Self.transport(of: path))]
        case .transport(let transport, let name):
            return [KeyCandidate(id: name, name: name, transport: transport)]
        }
    }

    private static func transport(of path: String) -> any ReportTransport {
        var status = stat()
        let isSocket = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
        return isSocket ? SocketTransport(path: path) : FileTransport(path: path)
    }
}

/// A candidate for the key.
struct KeyCandidate: Sendable {
    /// Identifies it as long as it is plugged in.
    var id: String
    /// The name for people.
    var name: String
    var transport: any ReportTransport
}
