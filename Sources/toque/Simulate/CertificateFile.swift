import Glibc
import ToqueCrypto
import ToqueEncoding

/// The `SSL_CERT_FILE` of a command that talks to a server with a certificate of its own making. Most programs take the
/// variable's file in place of the machine's, so that one which the caller has set is not replaced but added to.
struct CertificateFile {
    /// Absolute, as the command may work elsewhere.
    let path: String
    /// True for a file of our own, which ends with the command.
    private let isTemporary: Bool

    /// - Parameters:
    ///   - chain: the server's certificates, a PEM file.
    ///   - preset: the caller's `SSL_CERT_FILE`; one that cannot be read has nothing, as for OpenSSL.
    /// - Returns: nil where the chain does not end in a certificate that is its own issuer: then it leads to one that
    ///   the machine trusts, or the caller's file does.
    /// - Throws: status 3 where a file with both cannot be written.
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
