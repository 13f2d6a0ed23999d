import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why an HTTP client got no answer, in words for people.
public enum ConnectionFault {
    /// - Parameter error: of AsyncHTTPClient, or of what it is made of.
    public static func reason(_ error: any Error) -> String {
        switch error {
        // The system's own words: an `IOError` describes itself with the call that failed.
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { reason($0.error) } ?? "the host's name leads to no address"
        case is SocketAddressError: "the host's name leads to no address"
        case let error as NIOSSLError: reason(error)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            "its certificate is for another name"
        case let error as HTTPClientError: reason(error)
        case is ChannelError: "the connection was closed"
        case is HTTPParserError: "the answer is no HTTP"
        default: "\(error)"
        }
    }

    /// True where a connection was made and was lost, or stayed silent: somebody is there.
    /// - Parameter error: as in `reason`.
    public static func isInterruption(_ error: any Error) -> Bool {
        switch error {
        case let error as IOError: error.errnoCode == ECONNRESET || error.errnoCode == EPIPE
        case let error as HTTPClientError: error == .remoteConnectionClosed || isSilence(error)
        case let error as ChannelError: error == .ioOnClosedChannel || error == .alreadyClosed || error == .eof
        default: false
        }
    }

    /// True where a connection was made and no answer came in time.
    /// - Parameter error: as in `reason`.
    public static func isSilence(_ error: any Error) -> Bool {
        guard let error = error as? HTTPClientError else { return false }
        return error == .readTimeout || error == .deadlineExceeded
    }

    private static func reason(_ error: HTTPClientError) -> String {
        switch error {
        case .remoteConnectionClosed: "it closed the connection; does it serve https?"
        case .deadlineExceeded, .connectTimeout, .readTimeout: "it took too long"
        default: error.shortDescription
        }
    }

    private static func reason(_ error: NIOSSLError) -> String {
        switch error {
        // BoringSSL's errors are known by their texts alone.
        case .handshakeFailed(let cause) where "\(cause)".contains("CERTIFICATE_VERIFY_FAILED"):
            "its certificate is signed by nobody that this machine trusts; SSL_CERT_FILE=FILE names one to trust"
        case .handshakeFailed(let cause) where "\(cause)".contains("WRONG_VERSION_NUMBER"):
            "it speaks no TLS; does it serve http?"
        case .handshakeFailed: "the TLS handshake failed"
        default: "\(error)"
        }
    }
}
