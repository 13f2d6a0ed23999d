import APIClient
import CheckoutPresentation
import TakeMePaySDK
import Testing
import ToqueTestSupport

/// The guide's preparer, in Swift: a counter with PAY and the four delegate methods.
@MainActor
private final class CounterPreparer: TMPPaymentSourceParamsPreparer {
    var payment: TMPPayment?
    var latestError: (any Error)?
    /// The counter's display.
    private(set) var paymentStatus = TMPPaymentResultState.idle {
        didSet { shown.append(paymentStatus) }
    }
    private(set) var shown: [TMPPaymentResultState] = []
    private var selectedPaymentMethod: TMPPaymentMethod?
    private var sourceTypes: [TMPPaymentMethod] = []
    private var rawSourceParams: TMPSourceParams?
    private var decoratedSourceParams: ((TMPSourceParams) -> Void)?
    private var completion: ((TMPPaymentResultState, (any Error)?) -> Void)?
    /// Remaining presses of PAY before the payer gives up.
    private var presses: Int

    init(presses: Int) { self.presses = presses }

    func paymentMethod() -> TMPPaymentMethod { selectedPaymentMethod ?? sourceTypes[0] }

    func prepareSourceParams(
        _ rawSourceParams: TMPSourceParams, availableSourceTypes sourceTypes: [TMPPaymentMethod],
        userInfo: [AnyHashable: Any]?, decoratedSourceParams: @escaping (TMPSourceParams) -> Void,
        completion: @escaping (TMPPaymentResultState, (any Error)?) -> Void
    ) {
        self.rawSourceParams = rawSourceParams
        self.sourceTypes = sourceTypes
        self.decoratedSourceParams = decoratedSourceParams
        self.completion = completion
        selectedPaymentMethod = sourceTypes.first { $0 is TMPPaymentMethodWeChatPay }
        payPressed()
    }

    private func payPressed() {
        guard presses > 0, let rawSourceParams else { return dismiss() }
        presses -= 1
        latestError = nil
        paymentStatus = .inProgress
        decoratedSourceParams?(rawSourceParams)
    }

    private func dismiss() { completion?(.canceled, latestError) }

    private func showFailureAndRestoreStateToIdle() {
        paymentStatus = .failure
        paymentStatus = .idle
        payPressed()
    }

    func payment(
        _ payment: TMPPayment, didCreate source: TMPSource?, error: (any Error)?, userInfo: [AnyHashable: Any]?
    ) {
        guard let error else { return }
        latestError = error
        showFailureAndRestoreStateToIdle()
    }

    func payment(
        _ payment: TMPPayment, didFinishAuthorization state: TMPPaymentAuthorizationState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?
    ) {
        guard state != .success else { return }
        latestError = error
        showFailureAndRestoreStateToIdle()
    }

    func payment(
        _ payment: TMPPayment, didPolled source: TMPSource?, state: TMPPaymentPollingResultState,
        error: (any Error)?, userInfo: [AnyHashable: Any]?
    ) {
        switch state {
        case .success: completion?(.success, nil)
        case .timeout: completion?(.possibleSuccess, nil)
        case .failure, .inProgress, .unknown:
            latestError = error
            showFailureAndRestoreStateToIdle()
        }
    }

    func payment(
        _ payment: TMPPayment, didFinishWith state: TMPPaymentResultState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?
    ) {
        paymentStatus = state
    }
}

@MainActor
@Suite struct GuideSampleTests {
    private func pay(
        presses: Int, _ server: FakeServer, script: String
    ) async throws -> (result: TMPPaymentResultState, shown: [TMPPaymentResultState]) {
        let (preparer, recorder, clock) = (CounterPreparer(presses: presses), Recorder(), LeapingClock())
        let payment = TMPPayment(
            sourceParams: TMPSourceParams(description: "Tea", amount: 10, currency: "JPY"),
            sourceParamsPreparer: preparer, delegate: recorder,
            environment: TMPEnvironment(
                publicKey: "pk_test_1", server: ServerURL("http://localhost:1"), transport: server, clock: clock,
                presenter: ScriptedPresenter(try CheckoutScript(parsing: script), clock: clock),
                approval: ApprovalClient(transport: server, clock: clock)))
        payment.startAction()
        return (await recorder.end(), preparer.shown)
    }

    @Test("The guide's own counter pays")
    func pays() async throws {
        let (result, shown) = try await pay(presses: 1, FakeServer(), script: "authorize")
        #expect(result == .success)
        #expect(shown == [.inProgress, .success])
    }

    @Test("The guide's own counter returns to idle and pays with the next press")
    func paysAgain() async throws {
        let server = FakeServer {
            $0.creations = [.answer(500), .made]
            $0.polls = [.status("chargeable"), .interrupted, .status("consumed")]
        }
        let (result, shown) = try await pay(presses: 4, server, script: "cancel,authorize")
        #expect(result == .success)
        let attempt: [TMPPaymentResultState] = [.inProgress, .failure, .idle]
        #expect(shown == attempt + attempt + attempt + [.inProgress, .success])
        // One source failed, one was canceled, one was polled twice.
        #expect(server.requests.count { $0 == "POST /v1/sources" } == 3)
    }

    @Test("The guide's own counter reports the latest error when the payer gives up")
    func givesUp() async throws {
        let server = FakeServer { $0.outcome = .refused }
        let (result, shown) = try await pay(presses: 1, server, script: "authorize")
        #expect(result == .canceled)
        #expect(shown == [.inProgress, .failure, .idle, .canceled])
    }
}
