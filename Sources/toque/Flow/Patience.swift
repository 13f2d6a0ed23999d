import APIClient
import ToqueEncoding

/// How long a command waits for a sandbox that is not listening yet: `toque simulate &` returns before it serves.
struct Patience: Sendable {
    static let variable = "TOQUE_WAIT"
    private static let usual = Duration.seconds(2)
    private static let pause = Duration.milliseconds(50)

    static let none = Patience(.zero)

    private let end: ContinuousClock.Instant
    /// Also for a server that takes a connection and does not answer, as the proxy before a starting container.
    let coversAnswers: Bool

    /// - Parameter duration: starts now.
    init(_ duration: Duration, coversAnswers: Bool = false) {
        end = .now + duration
        self.coversAnswers = coversAnswers
    }

    /// The time for one attempt, where answers are waited for. At least a second, so that `--timeout 0` finds a sandbox
    /// that is there; at most a minute, so that no deadline overflows.
    var attempt: Duration { min(max(ContinuousClock.now.duration(to: end), .seconds(1)), .seconds(60)) }

    /// The duration in `TOQUE_WAIT`, by default 2 seconds.
    static func ofEnvironment() throws(CommandError) -> Patience {
        guard let text = environment(variable), !text.isEmpty else { return Patience(usual) }
        guard let span = TimeSpan(text) else {
            throw .invalid(variable, text, expected: TimeSpan.expected)
        }
        return Patience(span.duration)
    }

    /// Pauses before the next attempt.
    /// - Returns: false if there should be none.
    func allowsAnother() async -> Bool {
        guard ContinuousClock.now < end else { return false }
        // A canceled task does not sleep.
        return (try? await Task.sleep(for: Self.pause)) != nil
    }
}

/// Repeats requests to a server on this machine while it is not listening. None of them got through.
struct PatientTransport: HTTPTransport {
    let direct: AsyncHTTPTransport
    let patience: Patience

    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
        while true {
            do throws(ConnectionError) {
                return try await direct.send(request, to: server)
            } catch {
                guard case .unreachable = error, server.isLoopback, await patience.allowsAnother() else { throw error }
            }
        }
    }
}
