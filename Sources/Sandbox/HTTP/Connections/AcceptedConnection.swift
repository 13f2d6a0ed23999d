import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// An accepted connection, until a task serves it. It closes if none does: a stopping server drops waiting connections,
/// and NIO traps if a `NIOAsyncChannel` is dropped unfinished.
final class AcceptedConnection: ServerChildChannelValue {
    private let asyncChannel: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    private let isTaken = Atomic(false)

    var channel: any Channel { asyncChannel.channel }

    init(_ asyncChannel: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>) { self.asyncChannel = asyncChannel }

    deinit {
        guard !isTaken.load(ordering: .acquiring) else { return }
        // Asynchronously: the code that drops the connection may hold a lock of NIO.
        Task { [asyncChannel] in try? await asyncChannel.executeThenClose { _, _ in } }
    }

    /// Returns the channel, which the caller executes and thereby ends.
    func take() -> NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart> {
        isTaken.store(true, ordering: .releasing)
        return asyncChannel
    }
}
