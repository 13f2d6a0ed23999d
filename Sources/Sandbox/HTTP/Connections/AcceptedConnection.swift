import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// A connection between its acceptance and the task that serves it. It ends where no task takes it up: a server that
/// stops drops what still waits for a task, and NIO traps where a `NIOAsyncChannel` is dropped unfinished.
final class AcceptedConnection: ServerChildChannelValue {
    private let asyncChannel: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    private let isTaken = Atomic(false)

    var channel: any Channel { asyncChannel.channel }

    init(_ asyncChannel: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>) { self.asyncChannel = asyncChannel }

    deinit {
        guard !isTaken.load(ordering: .acquiring) else { return }
        // Not at once: whoever drops the connection may hold a lock of NIO.
        Task { [asyncChannel] in try? await asyncChannel.executeThenClose { _, _ in } }
    }

    /// The channel, which the caller executes and thereby ends.
    func take() -> NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart> {
        isTaken.store(true, ordering: .releasing)
        return asyncChannel
    }
}
