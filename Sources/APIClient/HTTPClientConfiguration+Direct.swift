import AsyncHTTPClient
import NIOSSL

extension HTTPClient.Configuration {
    /// Follows no redirects, waits 5 s for a connection, and reports a refused connection at once instead of retrying.
    /// - Parameter certificates: trusted in addition to the machine's.
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
