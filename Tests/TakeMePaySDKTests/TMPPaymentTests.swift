import APIClient
import CheckoutPresentation
import Testing
import ToqueEncoding

@testable import TakeMePaySDK

/// Whole payments with the built-in screens, a script in the payer's place and a clock that leaps.
@MainActor
@Suite(.serialized) struct TMPPaymentTests {
    private struct Run {
        let result: TMPPaymentResultState
        let recorder: Recorder
        let server: FakeServer
        let clock: LeapingClock

        /// Without those of the beginning.
        @MainActor var calls: [String] { Array(recorder.calls.dropFirst()) }
    }

    private func pay(
        _ script: String, _ server: FakeServer, userInfo: [AnyHashable: Any]? = nil, publicKey: String? = "pk_test_1"
    ) async throws -> Run {
        let clock = LeapingClock()
        let recorder = Recorder()
        let presenter = ScriptedPresenter(try CheckoutScript(parsing: script), clock: clock)
        let payment = TMPPayment(
            sourceParams: TMPSourceParams(description: "Tea", amount: 10, currency: "JPY"), delegate: recorder,
            environment: TMPEnvironment(
                publicKey: publicKey, server: ServerURL("http://localhost:1"), transport: server, clock: clock,
                presenter: presenter,
                approval: ApprovalClient(transport: server, clock: clock)))
        payment.startAction(userInfo)
        return Run(result: await recorder.end(), recorder: recorder, server: server, clock: clock)
    }

    @Test("A payment that is consumed succeeds, with each delegate call in its order")
    func success() async throws {
        let server = FakeServer { $0.polls = [.status("pending"), .status("chargeable"), .status("consumed")] }
        let run = try await pay("confirm,authorize", server)
        #expect(run.result == .success)
        #expect(
            run.recorder.calls == [
                "types WeChatPay+Alipay WeChatPay", "creating weChatPay", "created src_1", "authorization success",
                "polled success", "will finish success", "finished success",
            ])
        // As polled, not as created.
        #expect(run.recorder.polled?.status == .consumed)
        #expect(run.clock.now.offset == .milliseconds(4500))
    }

    @Test("The payer chooses among the methods that the SDK can handle")
    func choosesAMethod() async throws {
        let run = try await pay("choose:Alipay,confirm,authorize", FakeServer())
        #expect(run.calls.first == "creating alipay")
        #expect(run.result == .success)
    }

    @Test("A payment whose result comes too late is a possible success, after 60 seconds of polling")
    func timeout() async throws {
        let run = try await pay("confirm,authorize", FakeServer { $0.polls = [.status("chargeable")] })
        #expect(run.result == .possibleSuccess)
        #expect(run.recorder.error == nil)
        #expect(run.server.polls == 40)
        #expect(run.clock.now.offset == .seconds(60))
    }

    @Test("__timeout shortens polling", arguments: [(3, 2), (600, 40)])
    func shorterTimeout(seconds: Int, polls: Int) async throws {
        let server = FakeServer { $0.polls = [.status("chargeable")] }
        let run = try await pay("confirm,authorize", server, userInfo: ["__timeout": seconds])
        #expect(run.server.polls == polls)
    }

    @Test("An authorized source is polled again, whatever the error, and no second one is made")
    func noSecondSource() async throws {
        let server = FakeServer { $0.polls = [.interrupted, .answer(404), .status("unheard"), .status("consumed")] }
        let run = try await pay("confirm,authorize,retry,retry,retry", server)
        #expect(run.result == .success)
        #expect(run.server.requests.count { $0 == "POST /v1/sources" } == 1)
        #expect(run.calls.count { $0 == "polled failure error 0" } == 3)
    }

    @Test("A source that failed frees the way to another one")
    func failedSource() async throws {
        let server = FakeServer { $0.polls = [.status("failed"), .status("consumed")] }
        let run = try await pay("confirm,authorize,retry,authorize", server)
        #expect(run.result == .success)
        #expect(run.server.requests.count { $0 == "POST /v1/sources" } == 2)
        #expect(Set(run.server.state.withLock { $0.keys }).count == 2)
        #expect(run.calls.contains("polled failure error 0"))
    }

    @Test("Who gives up with an authorized source is told that it may be paid")
    func givesUpAuthorized() async throws {
        let run = try await pay("confirm,authorize,close", FakeServer { $0.polls = [.answer(404)] })
        #expect(run.result == .possibleSuccess)
    }

    @Test("A wallet that is canceled, or that refuses, ends the attempt without a poll")
    func walletSaysNo() async throws {
        let canceled = try await pay("confirm,cancel,cancel", FakeServer())
        #expect(canceled.result == .canceled)
        #expect(canceled.calls.contains("authorization canceled"))
        #expect(canceled.server.polls == 0)
        #expect(canceled.server.requests.last == "POST /wallet/1")

        let closed = try await pay("confirm,close,close", FakeServer())
        #expect(closed.result == .canceled)
        #expect(closed.server.requests.last == "POST /v1/sources")

        let refused = try await pay("confirm,authorize,close", FakeServer { $0.outcome = .refused })
        #expect(refused.result == .canceled)
        #expect(refused.calls.contains("authorization failure error 4"))
        #expect("\(try #require(refused.recorder.error))".contains("signature_invalid"))
        #expect(refused.server.polls == 0)
    }

    @Test("A lost decision is asked for before anything else", arguments: [true, false])
    func lostDecision(isAuthorized: Bool) async throws {
        let server = FakeServer {
            $0.outcome = .lost
            $0.polls = isAuthorized ? [.status("chargeable"), .status("consumed")] : [.status("failed")]
        }
        let run = try await pay(isAuthorized ? "confirm,authorize" : "confirm,authorize,close", server)
        #expect(run.result == (isAuthorized ? .success : .canceled))
        #expect(run.calls.contains(isAuthorized ? "authorization success" : "authorization failure error 4"))
        #expect(run.server.requests.count { $0 == "POST /v1/sources" } == 1)
    }

    @Test("A source whose decision nobody knows is shown again, and no second one is made")
    func unknownDecision() async throws {
        let server = FakeServer {
            $0.polls = Array(repeating: .status("pending"), count: 42) + [.status("consumed")]
        }
        let run = try await pay("confirm,return:app://back,retry,authorize", server)
        #expect(run.calls.contains("authorization unknown error 4"))
        #expect(run.result == .success)
        #expect(run.server.requests.count { $0 == "POST /v1/sources" } == 1)
    }

    @Test("A source whose answer was lost is asked for again with the same key")
    func lostCreation() async throws {
        let server = FakeServer { $0.creations = [.lost, .made] }
        let run = try await pay("confirm,retry,authorize", server)
        #expect(run.result == .success)
        #expect(run.calls.contains("created nil error 1"))
        let keys = run.server.state.withLock { $0.keys }
        #expect(keys.count == 2 && Set(keys).count == 1 && keys[0].count == 32)
    }

    @Test("A source that is refused is made with a new key")
    func refusedCreation() async throws {
        let run = try await pay("confirm,retry,authorize", FakeServer { $0.creations = [.answer(400), .made] })
        #expect(run.result == .success)
        #expect(Set(run.server.state.withLock { $0.keys }).count == 2)
    }

    @Test("Without methods, a key or a screen the payment fails at once, and nothing is made")
    func failsAtOnce() async throws {
        let none = try await pay("confirm", FakeServer { $0.types = [] })
        #expect(none.recorder.calls == ["types nil nil error 2", "will finish failure", "finished failure error 2"])
        let others = try await pay("confirm", FakeServer { $0.types = [["type": "LinePay"]] })
        #expect(others.recorder.calls.first == "types nil nil error 2")
        let keyless = try await pay("confirm", FakeServer(), publicKey: nil)
        #expect(keyless.recorder.calls.first == "types nil nil error 3")
        #expect(keyless.server.requests.isEmpty)
    }

    @Test("A script that ends early fails and never approves", arguments: ["", "confirm"])
    func endsEarly(script: String) async throws {
        let run = try await pay(script, FakeServer())
        #expect(run.result == .failure)
        #expect(!run.server.requests.contains("POST /wallet/1"))
    }

    @Test("Parameters out of their bounds make no source")
    func bounds() async throws {
        for (amount, currency) in [(UInt(0), "JPY"), (10, "yen"), (.max, "JPY")] {
            let (server, recorder) = (FakeServer(), Recorder())
            let presenter = ScriptedPresenter(try CheckoutScript(parsing: "confirm,close"))
            let payment = TMPPayment(
                sourceParams: TMPSourceParams(description: nil, amount: amount, currency: currency),
                delegate: recorder,
                environment: TMPEnvironment(
                    publicKey: "pk_test_1", server: ServerURL("http://localhost:1"), transport: server,
                    presenter: presenter,
                    approval: ApprovalClient(transport: server)))
            payment.startAction()
            #expect(await recorder.end() == .canceled)
            #expect(recorder.calls.contains("created nil error 1"))
            #expect(server.requests == ["GET /v1/source_types"])
        }
    }
}
