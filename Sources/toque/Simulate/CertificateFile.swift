import Glibc
import ToqueCrypto
import ToqueEncoding

/// The `SSL_CERT_FILE` for a command that connects to a server with a self-made certificate. Most programs use the
/// variable's file in place of the machine's, so the caller's file is extended rather than replaced.
struct CertificateFile {
    /// Absolute, because the command may change its folder.
    let path: String
    /// True for a temporary file, deleted after the command.
    private let isTemporary: Bool

    /// - Parameters:
    ///   - chain: the server's certificates, a PEM file.
    ///   - preset: the caller's `SSL_CERT_FILE`; an unreadable one counts as empty, as with OpenSSL.
    /// - Returns: nil unless the chain ends in a self-signed certificate: otherwise it leads to one that the machine or
    ///   the caller's file trusts.
    /// - Throws: status 3 if a file with both cannot be written.
    init?(trusting chain: String, beside preset: String?) throws(CommandError) {
        guard let own = try? Input.bytes(of: chain), let last = try? Certificate.certificates(pem: own).last,
            last.isSelfIssued, let path = Self.absolute(chain)
        else { return nil }
        guard let preset, !preset.isEmpty, let others = try? Input.bytes(of: preset), !others.isEmpty else {
            self.path = path
            isTemporary = false
            return
        }
        self.path = "\(Self.temporaryFolder)/toque-trust-\(Hex.encode(SystemRandom().bytes(8))).pem"
        isTemporary = true
        try OutputFile(self.path).write(others + [UInt8(ascii: "\n")] + own)
    }

    func remove() {
        if isTemporary { unlink(path) }
    }

    private static var temporaryFolder: String {
        guard let folder = environment("TMPDIR"), folder.hasPrefix("/") else { return "/tmp" }
        return folder
    }

    private static func absolute(_ path: String) -> String? {
        guard let absolute = realpath(path, nil) else { return nil }
        defer { free(absolute) }
        return String(cString: absolute)
    }
}
