import NIOCore
import NIOHTTPTypes

extension Channel {
    /// Writes a part of an answer and waits until it has left, which takes as long as the client takes.
    /// - Throws: where the connection ends first; cancellation ends it.
    func send(_ part: HTTPResponsePart) async throws {
        try await withTaskCancellationHandler {
            try await writeAndFlush(part).get()
        } onCancel: {
            close(promise: nil)
        }
    }
}
