import BiometricPixFlow
import Synchronization

/// Lets a process die at its n-th moment. Moments are all points where what is outside of the process changes: before
/// and after a request is carried out, and before and after the journal is written.
final class Fate: Sendable {
    struct Death: Error {}

    private let state = Mutex((moments: 0, fatal: Int?.none))

    /// How many moments there were.
    var moments: Int { state.withLock { $0.moments } }

    /// A process that dies at a moment, counted from 1 over all processes.
    func doom(_ moment: Int?) { state.withLock { $0.fatal = moment } }

    func moment() throws {
        try Task.checkCancellation()
        let isFatal = state.withLock { state in
            state.moments += 1
            return state.moments == state.fatal
        }
        guard isFatal else { return }
        // Nothing that the process would do after its death may count.
        withUnsafeCurrentTask { $0?.cancel() }
        throw Death()
    }
}

/// A journal on whose writing the process may die.
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

/// A transport on whose requests the process may die: before the server has one, and before the answer is there.
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
