import Glibc
import NIOSSL
import ToqueCrypto

/// The certificates that a person has the commands trust beside the machine's own, such as that of a sandbox with
/// `--tls-cert`: those of `SSL_CERT_FILE`, as with OpenSSL and curl.
enum TrustedCertificates {
    /// A file that cannot be read has none, as for OpenSSL: some environments set the variable to a file that is not
    /// there. Who needs it is told when a server's certificate is refused.
    static func ofEnvironment() -> [NIOSSLCertificate] {
        guard let path = environment("SSL_CERT_FILE"), let bytes = try? Input.bytes(of: path) else { return [] }
        return (try? NIOSSLCertificate.fromPEMBytes(bytes)) ?? []
    }

    /// The `SSL_CERT_FILE` of a command that talks to a server with this certificate.
    /// - Parameter chain: a PEM file.
    /// - Returns: an absolute path, as the command may work elsewhere; nil where the caller has set the variable, and
    ///   where the chain does not end in a certificate that is its own issuer: then it leads to one that the machine
    ///   trusts, and programs for which the variable stands in the place of the machine's would lose it.
    static func file(for chain: String) -> String? {
        guard environment("SSL_CERT_FILE") == nil, let bytes = try? Input.bytes(of: chain),
            let last = try? Certificate.certificates(pem: bytes).last, last.isSelfIssued,
            let path = realpath(chain, nil)
        else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
