import AsyncHTTPClient
import NIOSSL

extension HTTPClient.Configuration {
    /// Follows no redirect, waits 5 s for a connection, and says at once that nobody listens: waiting for a second try
    /// helps nobody.
    /// - Parameter certificates: trusted beside the machine's own.
    public static func direct(trusting certificates: [NIOSSLCertificate] = []) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(5)
        configuration.connectionPool.retryConnectionEstablishment = false
        if !certificates.isEmpty {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.additionalTrustRoots = [.certificates(certificates)]
            configuration.tlsConfiguration = tls
        }
        return configuration
    }
}
