import PixAPI
import Synchronization

/// Notices from the answers that the clock of a sandbox stands still: what its bank is to do later never comes by itself.
final class FrozenClock: HTTPTransport {
    private let transport: any HTTPTransport
    private let state = Mutex((isFrozen: false, isTold: false))

    init(watching transport: any HTTPTransport) { self.transport = transport }

    func send(
        _ request: PixRequest, to server: ServerURL, authorization: PixClient.Authorization
    ) async throws(PixClientError) -> PixAnswer {
        let answer = try await transport.send(request, to: server, authorization: authorization)
        // Only a sandbox has the header.
        let isFrozen = answer.header("X-Toque-Clock") == "frozen"
        state.withLock { $0.isFrozen = isFrozen }
        return answer
    }

    /// Says once, on stderr, that a frozen clock is waited for, and how to move it.
    func tell(of server: ServerURL) {
        let isNews = state.withLock { state in
            defer { state.isTold = state.isTold || state.isFrozen }
            return state.isFrozen && !state.isTold
        }
        guard isNews else { return }
        let option = server.description == ControlOptions.defaultServer ? "" : " --server \(server)"
        Console.standard.progress(
            "The sandbox's clock is frozen: the result comes once it moves. "
                + "In another terminal: toque sandbox clock advance 2m\(option), or toque sandbox clock run\(option)")
    }
}
