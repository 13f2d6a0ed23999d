import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

extension Request {
    /// True if the client waits for `100 Continue` before it sends the body (RFC 9110 section 10.1.1).
    var expectsContinue: Bool { headers.value("Expect")?.lowercased() == "100-continue" }

    /// The body's size by `Content-Length`; 0 if unknown.
    var announcedLength: Int { headers[.contentLength].flatMap { Int($0) } ?? 0 }

    /// - Parameter limit: in bytes.
    /// - Throws: `SandboxError` with status 413 if `Content-Length` exceeds the limit.
    func checkLength(_ limit: Int) throws(SandboxError) {
        guard announcedLength <= limit else { throw .bodyTooLarge(limit) }
    }

    /// The whole body.
    /// - Parameter limit: in bytes.
    /// - Throws: `SandboxError` with status 413 if it is too long, 408 if it does not arrive in time, and 400 if it is
    ///   truncated or malformed.
    func bytes(upTo limit: Int) async throws(SandboxError) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            for try await buffer in body {
                guard bytes.count + buffer.readableBytes <= limit else { throw SandboxError.bodyTooLarge(limit) }
                bytes += buffer.readableBytesView
            }
        } catch let error as SandboxError {
            throw error
        } catch is ConnectionHandler.RequestTimeout {
            throw SandboxError(
                status: 408, code: "request_timeout", message: "The body did not arrive in time.")
        } catch {
            throw SandboxError(
                status: 400, code: "invalid_body", message: "The body is malformed or ended before its time.")
        }
        return bytes
    }

    /// Tells a waiting client to send the body.
    func sendContinue(_ channel: any Channel) async throws {
        guard expectsContinue else { return }
        try await channel.send(.head(HTTPResponse(status: .continue)))
    }
}

extension SandboxError {
    fileprivate static func bodyTooLarge(_ limit: Int) -> SandboxError {
        SandboxError(
            status: 413, code: "body_too_large", message: "A body of more than \(limit) bytes is not read.")
    }
}
