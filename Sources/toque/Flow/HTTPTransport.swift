import APIClient
import NIOSSL

/// Provides an HTTP transport to the body, and always closes it.
func withTransport<Result>(
    _ body: (PatientTransport) async throws -> Result
) async throws -> Result {
    let patience = try Patience.ofEnvironment()
    return try await withDirectTransport(trusting: TrustedCertificates.ofEnvironment()) { transport in
        try await body(PatientTransport(direct: transport, patience: patience))
    }
}

/// Runs the body with a transport, and shuts it down.
func withDirectTransport<Result>(
    timeout: Duration = .seconds(30), trusting certificates: [NIOSSLCertificate],
    _ body: (AsyncHTTPTransport) async throws -> Result
) async throws -> Result {
    let transport = AsyncHTTPTransport(timeout: timeout, trusting: certificates)
    do {
        let result = try await body(transport)
        await transport.shutdown()
        return result
    } catch {
        await transport.shutdown()
        throw error
    }
}

/// The certificates to trust in addition to the machine's, such as that of a sandbox with `--tls-cert`: those of
/// `SSL_CERT_FILE`, as with OpenSSL and curl.
enum TrustedCertificates {
    /// Like OpenSSL, ignores an unreadable file: some environments set the variable to a missing file. If a server's
    /// certificate is then refused, the error says so.
    static func ofEnvironment() -> [NIOSSLCertificate] {
        guard let path = environment("SSL_CERT_FILE"), let bytes = try? Input.bytes(of: path) else { return [] }
        return (try? NIOSSLCertificate.fromPEMBytes(bytes)) ?? []
    }
}
