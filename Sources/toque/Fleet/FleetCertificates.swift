import APIClient
import NIOSSL

extension TrustedCertificates {
    /// Those of `SSL_CERT_FILE`, which must be usable if the server has TLS: a load test would otherwise learn of the
    /// variable's fault from the failure of every request.
    /// - Throws: status 3 if the file cannot be read, status 1 if it has no certificates.
    static func ofEnvironment(for server: ServerURL) throws(CommandError) -> [NIOSSLCertificate] {
        guard server.scheme == "https", let path = environment("SSL_CERT_FILE"), !path.isEmpty else {
            return ofEnvironment()
        }
        let (variable, hint) = ("SSL_CERT_FILE", "name a file with PEM certificates, or unset the variable")
        let bytes: [UInt8]
        do throws(CommandError) {
            bytes = try Input.bytes(of: path)
        } catch {
            throw CommandError(error.code, at: variable, "\(path): \(error.message)", hint: hint)
        }
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(bytes), !certificates.isEmpty else {
            throw CommandError(.invalidContent, at: variable, "\(path) has no PEM certificates", hint: hint)
        }
        return certificates
    }
}
