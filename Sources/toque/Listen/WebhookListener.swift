import HTTPTypes
import Hummingbird
import NIOCore
import Sandbox
import ToqueCrypto
import ToqueEncoding

/// Receives a sandbox's webhooks on loopback.
struct WebhookListener: Sendable {
    /// Maximum size of a webhook in bytes.
    private static let bodyLimit = 1 << 20

    /// The URL for the sandbox. Other programs of the machine do not know its path.
    let url: String
    private let server: LoopbackServer

    /// - Parameters:
    ///   - members: the paths of the displayed members.
    ///   - answer: returns the status for a webhook.
    ///   - received: called with each webhook after its response.
    static func start(
        members: WebhookMembers,
        answer: @escaping @Sendable (HTTPFields, ByteBuffer) async -> Int,
        received: @escaping @Sendable (ReceivedWebhook) async -> Void
    ) async throws -> WebhookListener {
        let path = "/\(Hex.encode(SystemRandom().bytes(16)))"
        let router = Router()
        router.post(RouterPath(path)) { request, _ in
            let time = Timestamp.now()
            let body = try await request.body.collect(upTo: bodyLimit)
            let status = await answer(request.headers, body)
            let json = (try? JSON(parsing: Array(body.readableBytesView))) ?? .null
            await received(ReceivedWebhook(time: time, body: json, members: members, answer: status))
            return HTTPResponse.Status(code: status)
        }
        let server = try await LoopbackServer.start(router)
        return WebhookListener(url: server.url + path, server: server)
    }

    func stop() async throws { try await server.stop() }
}
