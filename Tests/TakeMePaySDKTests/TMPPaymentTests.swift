import APIClient
import CheckoutPresentation
import Synchronization
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import TakeMePaySDK

/// A journal in memory.
private final class Journal: Sendable {
    let bytes: Mutex<[UInt8]?>

    init(_ bytes: [UInt8]? = nil) { self.bytes = Mutex(bytes) }

    var paymentJournal: TMPPaymentJournal {
        TMPPaymentJournal { [self] in
            bytes.withLock { $0 }
        } store: { [self] new in
            bytes.withLock { $0 = new }
        }
    }
}

/// Whole payments with the built-in screens, a scripted payer and a clock that jumps.
@MainActor
@Suite(.serialized) struct TMPPaymentTests {
    private struct Run {
        let result: TMPPaymentResultState
        let recorder: Recorder
        let server: FakeServer
        let clock: LeapingClock

        /// The requests after those of the start.
        @MainActor var calls: [String] { Array(recorder.calls.dropFirst()) }
    }

    private func pay(
        _ script: String, _ server: FakeServer, userInfo: [AnyHashable: Any]? = nil,
        publicKey: String? = "pk_test_1", amount: UInt = 10, journal: Journal? = nil
    ) async throws -> Run {
        let clock = LeapingClock()
        let recorder = Recorder()
        let presenter = ScriptedPresenter(try CheckoutScript(parsing: script), clock: clock)
        let payment = TMPPayment(
            sourceParams: TMPSourceParams(description: "Tea", amount: amount, currency: "JPY"), delegate: recorder,
            environment: TMPEnvironment(
                publicKey: publicKey, server: ServerURL("http://localhost:1"), transport: server, clock: clock,
                presenter: presenter,
                approval: ApprovalClient(transport: server, clock: clock), journal: journal?.paymentJournal))
        payment.startAction(userInfo)
        return Run(result: await recorder.end(), recorder: recorder, server: server, clock: clock)
    }

    @Test("A consumed payment succeeds, with the delegate calls in order")
    func success() async throws {
        let server = FakeServer { $0.polls = [.status("pending"), .status("chargeable"), .status("consumed")] }
        let run = try await pay("confirm,authorize", server)
        #expect(run.result == .success)
        #expect(
            run.recorder.calls == [
                "types WeChatPay+Alipay WeChatPay", "creating weChatPay", "created src_1", "authorization success",
                "polled success", "will finish success", "finished success",
            ])
        // The polled source, not the created one.
        #expect(run.recorder.polled?.status == .consumed)
        #expect(run.clock.now.offset == .milliseconds(4500))
    }

    @Test("The payer chooses among the methods that the SDK supports")
    func choosesAMethod() async throws {
        let run = try await pay("choose:Alipay,confirm,authorize", FakeServer())
        #expect(run.calls.first == "creating alipay")
        #expect(run.result == .success)
    }

    @Test("A payment without a result after 60 seconds of polling is a possible success")
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

    @Test("An authorized source is polled again after any error, and no second one is made")
    func noSecondSource() async throws {
        let server = FakeServer { $0.polls = [.interrupted, .answer(404), .status("unheard"), .status("consumed")] }
        let run = try await pay("confirm,authorize,retry,retry,retry", server)
        #expect(run.result == .success)
        #expect(run.server.requests.count { $0 == "POST /v1/sources" } == 1)
        #expect(run.calls.count { $0 == "polled failure error 0" } == 3)
    }

    @Test("After a failed source, another one can be made")
    func failedSource() async throws {
        let server = FakeServer { $0.polls = [.status("failed"), .status("consumed")] }
        let run = try await pay("confirm,authorize,retry,authorize", server)
        #expect(run.result == .success)
        #expect(run.server.requests.count { $0 == "POST /v1/sources" } == 2)
        #expect(Set(run.server.state.withLock { $0.keys }).count == 2)
        #expect(run.calls.contains("polled failure error 0"))
    }

    @Test("A payer who gives up with an authorized source learns that it may be paid")
    func givesUpAuthorized() async throws {
        let run = try await pay("confirm,authorize,close", FakeServer { $0.polls = [.answer(404)] })
        #expect(run.result == .possibleSuccess)
    }

    @Test("A wallet that cancels or refuses ends the attempt without a poll")
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

    @Test("After a lost decision, the SDK asks for it before anything else", arguments: [true, false])
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

    @Test("A source whose decision is unknown is shown again, and no second one is made")
    func unknownDecision() async throws {
        let server = FakeServer {
            $0.polls = Array(repeating: .status("pending"), count: 42) + [.status("consumed")]
        }
        let run = try await pay("confirm,return:app://back,retry,authorize", server)
        #expect(run.calls.contains("authorization unknown error 4"))
        #expect(run.result == .success)
        #expect(run.server.requests.count { $0 == "POST /v1/sources" } == 1)
    }

    @Test("A source whose answer was lost is requested again with the same key")
    func lostCreation() async throws {
        let server = FakeServer { $0.creations = [.lost, .made] }
        let run = try await pay("confirm,retry,authorize", server)
        #expect(run.result == .success)
        #expect(run.calls.contains("created nil error 1"))
        let keys = run.server.state.withLock { $0.keys }
        #expect(keys.count == 2 && Set(keys).count == 1 && keys[0].count == 32)
    }

    @Test("A server that does not answer and one that refuses are different errors", arguments: [true, false])
    func unreachable(isLost: Bool) async throws {
        let run = try await pay("confirm,close", FakeServer { $0.creations = [isLost ? .lost : .answer(400)] })
        #expect(run.result == .canceled)
        #expect((run.recorder.error as? TMPError)?.isUnreachable == isLost)
    }

    @Test("After a refused source, the next one has a new key")
    func refusedCreation() async throws {
        let run = try await pay("confirm,retry,authorize", FakeServer { $0.creations = [.answer(400), .made] })
        #expect(run.result == .success)
        #expect(Set(run.server.state.withLock { $0.keys }).count == 2)
    }

    @Test("Without methods, a key or a screen the payment fails at once, and no source is made")
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

    @Test("A payment that was authorized before its process ended continues with the same source")
    func resumesAuthorized() async throws {
        let journal = Journal()
        let first = try await pay(
            "confirm,authorize", FakeServer { $0.polls = [.status("chargeable")] }, journal: journal)
        #expect(first.result == .possibleSuccess)
        let second = try await pay("confirm", FakeServer { $0.sources = 1 }, journal: journal)
        #expect(second.result == .success)
        #expect(second.server.requests == ["GET /v1/source_types", "GET /v1/sources/src_1"])
    }

    @Test("A payment whose decision was lost with its process asks the server first", arguments: [true, false])
    func resumesUndecided(isAuthorized: Bool) async throws {
        let journal = Journal()
        let lost = FakeServer {
            $0.outcome = .lost
            $0.polls = [.answer(404)]
        }
        #expect(try await pay("confirm,authorize,close", lost, journal: journal).result == .possibleSuccess)
        let server = FakeServer {
            $0.sources = 1
            $0.polls = [.status(isAuthorized ? "chargeable" : "pending"), .status("consumed")]
        }
        let resumed = try await pay(isAuthorized ? "confirm" : "confirm,authorize", server, journal: journal)
        #expect(resumed.result == .success)
        #expect(!server.requests.contains("POST /v1/sources"))
        #expect(server.requests.contains("POST /wallet/1") == !isAuthorized)
    }

    @Test("A source whose answer was lost with the process is requested with the same key")
    func resumesUnanswered() async throws {
        let journal = Journal()
        let first = try await pay("confirm,close", FakeServer { $0.creations = [.lost] }, journal: journal)
        #expect(first.result == .canceled)
        let second = try await pay("confirm,authorize", FakeServer(), journal: journal)
        #expect(second.result == .success)
        #expect(first.server.state.withLock { $0.keys } == second.server.state.withLock { $0.keys })
    }

    @Test("Another payment's journal, or an unreadable one, fails the payment at once")
    func foreignJournal() async throws {
        let journal = Journal()
        _ = try await pay("confirm,authorize", FakeServer { $0.polls = [.status("chargeable")] }, journal: journal)
        let other = try await pay("confirm", FakeServer(), amount: 11, journal: journal)
        #expect(other.recorder.calls.last == "finished failure error 3")
        let broken = Journal(Array("{".utf8))
        let unread = try await pay("confirm", FakeServer(), journal: broken)
        #expect(unread.recorder.calls.last == "finished failure error 3")
        #expect(unread.server.requests.isEmpty)
    }

    @Test("A journal stores nothing of a declined payment")
    func forgetsDeclined() async throws {
        let journal = Journal()
        _ = try await pay("confirm,cancel,cancel", FakeServer(), journal: journal)
        #expect(journal.bytes.withLock { $0 } == nil)
    }

    @Test("Parameters out of their limits make no source")
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
