import HTTPTypes
import Hummingbird
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(2))) struct WebhookTransportTests {
    private static let short = Duration.milliseconds(200)
    private static let empty = WebhookRequest(headers: [], body: Array("{}".utf8))

    @Test("A receiver that does not answer in time is an error")
    func givesUpOnSilence() async throws {
        let silence = try Silence()
        let transport = HTTPWebhookTransport(answerTime: Self.short)
        #expect(await transport.post(Self.empty, to: silence.url) == .error("no answer within 0.2 s"))
        await transport.shutdown()
        silence.close()
    }

    @Test("The outcome of a webhook is the status, however long the answer's body is")
    func dropsTheBody() async throws {
        let receiver = WebhookReceiver { received in
            Response(
                status: .accepted,
                body: .init { writer in
                    let chunk = ByteBuffer(repeating: 0x20, count: 1 << 16)
                    if received.path == "/long" { for _ in 0..<64 { try await writer.write(chunk) } }
                    if received.path == "/endless" {
                        try await writer.write(ByteBuffer(repeating: 0x20, count: 1))
                        try await Task.sleep(for: .seconds(3600))
                    }
                    try await writer.finish(nil)
                })
        }
        let url = try await receiver.start()
        let transport = HTTPWebhookTransport(answerTime: .seconds(60))
        #expect(await transport.post(Self.empty, to: url + "/long") == .status(202))
        #expect(await transport.post(Self.empty, to: url + "/endless") == .status(202))
        await transport.shutdown()
        await receiver.stop()
    }

    /// No log line contains the token or the URL, whose query may be a secret.
    @Test(
        "The error of an attempt contains neither the URL's secret nor the token",
        arguments: ["http://127.0.0.1:1/?k=geheim", "https://127.0.0.1:1/?k=geheim", "http://geheim.invalid/"])
    func keepsSecrets(_ url: String) async throws {
        let transport = HTTPWebhookTransport()
        guard
            case .error(let text) = await transport.post(
                WebhookRequest(headers: [("Authorization", "Bearer geheim")], body: []), to: url)
        else {
            Issue.record("an answer from nobody")
            return
        }
        #expect(!text.contains("geheim"))
        await transport.shutdown()
    }
}
