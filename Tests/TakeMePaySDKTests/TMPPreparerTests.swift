import APIClient
import CheckoutPresentation
import Testing
import ToqueTestSupport

@testable import TakeMePaySDK

/// An app's own preparer, which presses PAY and calls completion when a test says so.
@MainActor
private final class OwnPreparer: TMPPaymentSourceParamsPreparer {
    var payment: TMPPayment?
    var latestError: (any Error)?
    var methods: [TMPPaymentMethod] = []
    var pay: (TMPSourceParams) -> Void = { _ in }
    var complete: (TMPPaymentResultState, (any Error)?) -> Void = { _, _ in }
    var params = TMPSourceParams(description: nil, amount: 0, currency: "")
    var onPrepared: (OwnPreparer) -> Void = { _ in }
    var onPolled: (OwnPreparer) -> Void = { _ in }

    func paymentMethod() -> TMPPaymentMethod { methods[0] }

    func prepareSourceParams(
        _ rawSourceParams: TMPSourceParams, availableSourceTypes sourceTypes: [TMPPaymentMethod],
        userInfo: [AnyHashable: Any]?, decoratedSourceParams: @escaping (TMPSourceParams) -> Void,
        completion: @escaping (TMPPaymentResultState, (any Error)?) -> Void
    ) {
        (params, methods, pay, complete) = (rawSourceParams, sourceTypes, decoratedSourceParams, completion)
        onPrepared(self)
    }

    func payment(
        _ payment: TMPPayment, didPolled source: TMPSource?, state: TMPPaymentPollingResultState,
        error: (any Error)?, userInfo: [AnyHashable: Any]?
    ) {
        onPolled(self)
    }
}

@MainActor
@Suite(.serialized) struct TMPPreparerTests {
    private func payment(
        _ preparer: OwnPreparer, _ recorder: Recorder, _ server: FakeServer, script: String
    ) throws -> TMPPayment {
        let clock = LeapingClock()
        return TMPPayment(
            sourceParams: TMPSourceParams(description: "Tea", amount: 10, currency: "JPY"),
            sourceParamsPreparer: preparer, delegate: recorder,
            environment: TMPEnvironment(
                publicKey: "pk_test_1", server: ServerURL("http://localhost:1"), transport: server, clock: clock,
                presenter: ScriptedPresenter(try CheckoutScript(parsing: script), clock: clock),
                approval: ApprovalClient(transport: server, clock: clock)))
    }

    @Test("Completion counts once, and takes the payment from its preparer")
    func completesOnce() async throws {
        let (preparer, recorder) = (OwnPreparer(), Recorder())
        preparer.onPrepared = { preparer in
            #expect(preparer.payment != nil)
            preparer.complete(.canceled, nil)
            preparer.complete(.success, nil)
            preparer.pay(preparer.params)
        }
        let server = FakeServer()
        try payment(preparer, recorder, server, script: "").startAction()
        #expect(await recorder.end() == .canceled)
        #expect(recorder.calls.count { $0.hasPrefix("finished") } == 1)
        #expect(preparer.payment == nil)
        #expect(server.requests == ["GET /v1/source_types"])
    }

    @Test("Many presses of PAY make one source")
    func pressedManyTimes() async throws {
        let (preparer, recorder) = (OwnPreparer(), Recorder())
        preparer.onPrepared = { preparer in for _ in 0..<100 { preparer.pay(preparer.params) } }
        preparer.onPolled = { $0.complete(.success, nil) }
        let server = FakeServer()
        try payment(preparer, recorder, server, script: "authorize").startAction()
        #expect(await recorder.end() == .success)
        #expect(server.requests.count { $0 == "POST /v1/sources" } == 1)
    }

    @Test("A method that the payment did not offer makes no source")
    func foreignMethod() async throws {
        let (preparer, recorder) = (OwnPreparer(), Recorder())
        preparer.onPrepared = { preparer in
            preparer.methods = [TMPPaymentMethod.make(.alipay)]
            preparer.pay(preparer.params)
        }
        let server = FakeServer()
        let payment = try payment(preparer, recorder, server, script: "")
        payment.startAction()
        while !recorder.calls.contains("created nil error 3") { await Task.yield() }
        preparer.complete(.failure, nil)
        #expect(await recorder.end() == .failure)
        #expect(!server.requests.contains("POST /v1/sources"))
    }

    @Test("The preparer keeps the payment alive until it ends")
    func livesByItsPreparer() async throws {
        let (preparer, recorder) = (OwnPreparer(), Recorder())
        weak var payment: TMPPayment?
        do {
            let made = try self.payment(preparer, recorder, FakeServer(), script: "")
            payment = made
            made.startAction()
        }
        while preparer.payment == nil { await Task.yield() }
        #expect(payment != nil)
        preparer.complete(.canceled, nil)
        _ = await recorder.end()
        for _ in 0..<1000 where payment != nil { await Task.yield() }
        #expect(payment == nil)
    }
}
