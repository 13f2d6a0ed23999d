import Synchronization
import ToqueEncoding

/// The calls that `toque-carrier.js` keeps in a page whose policy forbids requests: taken and answered by scripts that
/// the driver runs between two commands of the test.
final class CarriedCalls: Sendable {
    /// A script of the driver: gives the page its answers, and returns its calls. The origin is the frame's own, which no
    /// page can set, and a page sees the answers for its origin alone.
    static let exchange = """

        const own = [];
        for (let index = 0; index < arguments[0].length; index += 1) {
          if (arguments[0][index].origin === location.origin) own[own.length] = arguments[0][index];
        }
        const exchanged = window[Symbol.for("toque.webauthn.carrier")]?.exchange(own, arguments[1]);
        return exchanged ? { ...exchanged, origin: location.origin } : null;
        """
    /// The answers for frames that are not the current one, or for pages that are gone.
    private static let memory = 100
    /// How long a command may wait for an answer; a slower one goes with a later command.
    private static let patience = Duration.milliseconds(500)

    private let service: BrowserService
    private let token: String
    private let state = Mutex<[(id: String, origin: String, body: String)]>([])

    init(_ service: BrowserService, token: String) {
        self.service = service
        self.token = token
    }

    /// The answers that no page has taken yet.
    var answers: JSON {
        .array(
            state.withLock { $0 }.map {
                ["id": .string($0.id), "origin": .string($0.origin), "body": .string($0.body)]
            })
    }

    /// Takes the page's part of an exchange, and has its calls answered.
    /// - Returns: true if there is an answer to give.
    func take(_ exchange: JSON) async -> Bool {
        let delivered = Set((exchange["delivered"]?.arrayValue ?? []).compactMap(\.stringValue))
        state.withLock { $0.removeAll { delivered.contains($0.id) } }
        guard let origin = exchange["origin"]?.stringValue, let calls = exchange["taken"]?.arrayValue else {
            return false
        }
        let (answered, signal) = AsyncStream.makeStream(of: Void.self)
        var left = 0
        for call in calls {
            guard let id = call["id"]?.stringValue, let body = call["body"]?.stringValue else { continue }
            left += 1
            Task {
                await answer(id, body, origin)
                signal.yield()
            }
        }
        guard left > 0 else { return false }
        let end = Task {
            try? await Task.sleep(for: Self.patience)
            signal.finish()
        }
        let begun = left
        for await _ in answered {
            left -= 1
            if left == 0 { break }
        }
        end.cancel()
        return left < begun
    }

    private func answer(_ id: String, _ body: String, _ origin: String) async {
        let response = await service.respond(
            to: BrowserRequest(
                method: "POST", path: BrowserService.pagePath, host: "127.0.0.1", origin: origin,
                authorization: "Bearer \(token)", body: Array(body.utf8)))
        let text = String(decoding: response.body, as: UTF8.self)
        state.withLock { answers in
            answers.append((id, origin, text))
            answers.removeFirst(max(0, answers.count - Self.memory))
        }
    }
}
