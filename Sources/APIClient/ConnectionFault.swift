import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Readable reasons why an HTTP client got no response.
public enum ConnectionFault {
    /// - Parameter error: of AsyncHTTPClient or its components.
    public static func reason(_ error: any Error) -> String {
        switch error {
        // The system's own words: an `IOError`'s description adds the failed call.
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { reason($0.error) } ?? "the host's name leads to no address"
        case is SocketAddressError: "the host's name leads to no address"
        case let error as NIOSSLError: reason(error)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            "its certificate is for another name"
        case let error as HTTPClientError: reason(error)
        case is ChannelError: "the connection was closed"
        case is HTTPParserError: "the answer is not HTTP"
        default: "\(error)"
        }
    }

    /// True if a connection was established and then lost, or stayed silent: a server exists.
    /// - Parameter error: as in `reason`.
    public static func isInterruption(_ error: any Error) -> Bool {
        switch error {
        case let error as IOError: error.errnoCode == ECONNRESET || error.errnoCode == EPIPE
        case let error as HTTPClientError: error == .remoteConnectionClosed || isSilence(error)
        case let error as ChannelError: error == .ioOnClosedChannel || error == .alreadyClosed || error == .eof
        default: false
        }
    }

    /// True if a connection was established and no response arrived in time.
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
        // Only the text of BoringSSL's errors identifies them.
        case .handshakeFailed(let cause) where "\(cause)".contains("CERTIFICATE_VERIFY_FAILED"):
            "no authority that this machine trusts signed its certificate; SSL_CERT_FILE=FILE adds one"
        case .handshakeFailed(let cause) where "\(cause)".contains("WRONG_VERSION_NUMBER"):
            "it speaks no TLS; does it serve http?"
        case .handshakeFailed: "the TLS handshake failed"
        default: "\(error)"
        }
    }
}
