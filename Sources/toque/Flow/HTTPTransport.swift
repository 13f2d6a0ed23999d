import APIClient
import NIOSSL

/// An HTTP transport for the time of the body, closed in every case.
func withTransport<Result>(
    _ body: (AsyncHTTPTransport) async throws -> Result
) async throws -> Result {
    let transport = AsyncHTTPTransport(trusting: TrustedCertificates.ofEnvironment())
    do {
        let result = try await body(transport)
        await transport.shutdown()
        return result
    } catch {
        await transport.shutdown()
        throw error
    }
}

/// The certificates that a person has the commands trust beside the machine's own, such as that of a sandbox with
/// `--tls-cert`: those of `SSL_CERT_FILE`, as with OpenSSL and curl.
enum TrustedCertificates {
    /// A file that cannot be read has none, as for OpenSSL: some environments set the variable to a file that is not
    /// there. Who needs it is told when a server's certificate is refused.
    static func ofEnvironment() -> [NIOSSLCertificate] {
        guard let path = environment("SSL_CERT_FILE"), let bytes = try? Input.bytes(of: path) else { return [] }
        return (try? NIOSSLCertificate.fromPEMBytes(bytes)) ?? []
    }
}
