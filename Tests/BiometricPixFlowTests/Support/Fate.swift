import BiometricPixFlow
import Synchronization

/// Lets a process die at its n-th moment. A moment is a point where state outside the process changes: before and after
/// each request, and before and after each write of the journal.
final class Fate: Sendable {
    struct Death: Error {}

    private let state = Mutex((moments: 0, fatal: Int?.none))

    /// The number of moments.
    var moments: Int { state.withLock { $0.moments } }

    /// Kills a process at a moment, counted from 1 over all processes.
    func doom(_ moment: Int?) { state.withLock { $0.fatal = moment } }

    func moment() throws {
        try Task.checkCancellation()
        let isFatal = state.withLock { state in
            state.moments += 1
            return state.moments == state.fatal
        }
        guard isFatal else { return }
        // Later actions of the dead process must not count.
        withUnsafeCurrentTask { $0?.cancel() }
        throw Death()
    }
}

/// A journal whose writes may kill the process.
struct MortalJournal: FlowJournal {
    let journal: any FlowJournal
    let fate: Fate

    func load() async throws -> [UInt8]? { try await journal.load() }

    func store(_ bytes: [UInt8]) async throws {
        try fate.moment()
        try await journal.store(bytes)
        try fate.moment()
    }

    func remove() async throws { try await journal.remove() }
}

/// A transport whose requests may kill the process: before the server has the request, and before the answer arrives.
struct MortalTransport: HTTPTransport {
    let transport: any HTTPTransport
    let fate: Fate

    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
        do {
            try fate.moment()
            let answer = try await transport.send(request, to: server)
            try fate.moment()
            return answer
        } catch let error as ConnectionError {
            throw error
        } catch {
            throw .unreachable(server: server.description, reason: "\(error)")
        }
    }
}
