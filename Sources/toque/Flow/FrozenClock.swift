import APIClient
import PixAPI
import Synchronization

/// Detects from responses that a sandbox's clock is frozen: the bank's later steps then never happen by themselves.
final class FrozenClock: HTTPTransport {
    private let transport: any HTTPTransport
    private let state = Mutex((isFrozen: false, isTold: false, tenant: ""))

    init(watching transport: any HTTPTransport) { self.transport = transport }

    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
        let answer = try await transport.send(request, to: server)
        // Only sandboxes send the header.
        let isFrozen = answer.header("X-Toque-Clock") == "frozen"
        let tenant = if case .basic(let user, _) = request.authorization { user } else { "" }
        state.withLock {
            $0.isFrozen = isFrozen
            $0.tenant = tenant
        }
        return answer
    }

    /// Says once, on stderr, that the command waits for a frozen clock, and how to move it.
    func tell(of server: ServerURL) {
        let (isNews, tenant) = state.withLock { state in
            defer { state.isTold = state.isTold || state.isFrozen }
            return (state.isFrozen && !state.isTold, state.tenant)
        }
        guard isNews else { return }
        // Commands act on the first tenant by default.
        let isDefault = tenant.isEmpty || tenant == PixClient.Key.sandbox.id
        let option =
            (server.description == ControlOptions.defaultServer ? "" : " --server \(server)")
            + (isDefault ? "" : " --tenant \(tenant.shellQuoted)")
        Console.standard.progress(
            "The sandbox's clock is frozen: the result comes once it moves. "
                + "In another terminal: toque sandbox clock advance 2m\(option), or toque sandbox clock run\(option)")
    }
}
