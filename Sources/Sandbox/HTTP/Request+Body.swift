import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

extension Request {
    /// The client waits for `100 Continue` before it sends the body (RFC 9110 section 10.1.1).
    var expectsContinue: Bool { headers.value("Expect")?.lowercased() == "100-continue" }

    /// The whole body.
    /// - Parameter limit: in bytes.
    /// - Throws: `SandboxError` with status 413 where it is longer, 408 where it does not arrive in time, and 400 where
    ///   it ends too early or is malformed.
    func bytes(upTo limit: Int) async throws(SandboxError) -> [UInt8] {
        let tooLarge = SandboxError(
            status: 413, code: "body_too_large", message: "A body of more than \(limit) bytes is not read.")
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
        var bytes: [UInt8] = []
        do {
            for try await buffer in body {
                guard bytes.count + buffer.readableBytes <= limit else { throw tooLarge }
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

    /// Lets a client that waits for it go on.
    func sendContinue(_ channel: any Channel) async throws {
        guard expectsContinue else { return }
        try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue))).get()
    }
}
