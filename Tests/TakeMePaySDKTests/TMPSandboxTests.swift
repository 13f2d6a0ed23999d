import APIClient
import CheckoutContracts
import CheckoutPresentation
import CheckoutSimulator
import Sandbox
import Testing
import ToqueEncoding

@testable import TakeMePaySDK

/// The SDK against the sandbox, over HTTP and in real time.
@MainActor
@Suite(.serialized) struct TMPSandboxTests {
    /// A merchant's server that may charge chargeable sources.
    @MainActor
    private final class Merchant: TMPPaymentDelegate {
        let server: ServerURL
        let charges: Bool
        let recorder = Recorder()
        private(set) var source: TMPSource?

        init(_ server: ServerURL, charges: Bool) {
            self.server = server
            self.charges = charges
        }

        func payment(
            _ payment: TMPPayment, didCreate source: TMPSource?, error: (any Error)?, userInfo: [AnyHashable: Any]?
        ) {
            self.source = source
        }

        func payment(
            _ payment: TMPPayment, didFinishAuthorization state: TMPPaymentAuthorizationState,
            error: (any Error)?, userInfo: [AnyHashable: Any]?
        ) {
            guard charges, state == .success, let source else { return }
            let request = APIRequest(
                .post, "/v1/charges", headers: [("Idempotency-Key", "order-1")],
                authorization: .bearer("sk_test_sandbox"), body: .json(["source": .string(source.sourceId)]))
            Task { [server] in _ = try? await TMPEnvironment.sharedTransport.send(request, to: server) }
        }

        func payment(
            _ payment: TMPPayment, didFinishWith state: TMPPaymentResultState, error: (any Error)?,
            userInfo: [AnyHashable: Any]?
        ) {
            recorder.payment(payment, didFinishWith: state, error: error, userInfo: userInfo)
        }
    }

    @Test(
        "A payment ends as payer and merchant have it",
        arguments: [
            ("confirm,authorize", true, TMPPaymentResultState.success, "consumed"),
            ("choose:Alipay,confirm,authorize", false, .possibleSuccess, "chargeable"),
            ("confirm,cancel,cancel", true, .canceled, "failed"),
        ])
    func outcome(script: String, charges: Bool, result: TMPPaymentResultState, status: String) async throws {
        let provider = TakeMeProvider(authorization: .button)
        let sandbox = try await SandboxServer(
            SandboxConfiguration(keys: [provider.defaultKey]), provider: provider)
        do {
            let server = try #require(ServerURL(sandbox.url))
            let merchant = Merchant(server, charges: charges)
            let payment = TMPPayment(
                sourceParams: TMPSourceParams(description: "Tea", amount: 10, currency: "JPY"), delegate: merchant,
                environment: TMPEnvironment(
                    publicKey: "pk_test_sandbox", server: server,
                    presenter: ScriptedPresenter(try CheckoutScript(parsing: script))))
            payment.startAction(["__timeout": 2])
            #expect(await merchant.recorder.end() == result)
            let source = try #require(merchant.source)
            #expect(source.sandboxEnv)
            let client = TMPClient(
                server: server, transport: TMPEnvironment.sharedTransport, publicKey: "pk_test_sandbox")
            #expect(try await client.read(source.source).status.text == status)
        } catch {
            await sandbox.stop()
            throw error
        }
        await sandbox.stop()
    }
}
