import Sandbox
import Synchronization
import ToqueEncoding

/// A merchant's server that records webhooks and gives the scripted answers.
final class MerchantServer: Sendable {
    struct Webhook: Sendable {
        let body: [UInt8]
        let headers: @Sendable (_ name: String) -> String?
    }

    private let answers: [Int]
    private let webhooks = Mutex<[Webhook]>([])

    /// The received webhooks, in order of arrival.
    var received: [Webhook] { webhooks.withLock { $0 } }

    /// - Parameter answers: Statuses; after the last, the first one again.
    private init(answers: [Int]) { self.answers = answers }

    /// Runs the body with a server, and stops the server afterwards.
    static func run(
        answers: [Int], _ body: (_ merchant: MerchantServer, _ url: String) async throws -> Void
    ) async throws {
        let merchant = MerchantServer(answers: answers)
        let server = try await SandboxServer(SandboxConfiguration(), provider: Provider(merchant: merchant))
        do {
            try await body(merchant, "\(server.url)/webhooks")
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func take(_ request: SandboxRequest) -> SandboxResponse {
        webhooks.withLock { webhooks in
            webhooks.append(Webhook(body: request.body, headers: request.header))
            return SandboxResponse(status: answers[(webhooks.count - 1) % answers.count])
        }
    }

    private struct Provider: SandboxProvider {
        let merchant: MerchantServer
        let name = "merchant"
        let guide = ProviderGuide(title: "A merchant's server", curl: { url, _ in url })
        var routes: [Route] { [Route("POST", "webhooks", access: .open) { merchant.take($0) }] }

        func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON { .string(error.code) }
        func openAPI(publicURL: String) -> JSON { [:] }
    }
}
