import CheckoutContracts
import Testing

@testable import TakeMePaySDK

@Suite struct TMPPollingScheduleTests {
    private static let pending = TMPPollingSchedule.Answer.status(.pending(.pending))

    @Test("Faults double the interval up to 24 seconds, and a status resets it")
    func intervals() {
        var schedule = TMPPollingSchedule(timeout: .seconds(60))
        #expect(schedule.next(after: Self.pending, elapsed: .zero) == .wait(.milliseconds(1500)))
        for seconds in [3, 6, 12, 24] {
            #expect(schedule.next(after: .fault, elapsed: .zero) == .wait(.seconds(seconds)))
        }
        #expect(schedule.next(after: Self.pending, elapsed: .zero) == .wait(.milliseconds(1500)))
        for seconds in [3, 6, 12, 24] {
            #expect(schedule.next(after: .fault, elapsed: .zero) == .wait(.seconds(seconds)))
        }
        #expect(schedule.next(after: .fault, elapsed: .zero) == .end(.timeout))
    }

    @Test("Without a network the interval stays the same, and polling stops after the fifth failure in a row")
    func unreachable() {
        var schedule = TMPPollingSchedule(timeout: .seconds(60))
        for _ in 0..<4 {
            #expect(schedule.next(after: .unreachable, elapsed: .zero) == .wait(.milliseconds(1500)))
        }
        #expect(schedule.next(after: .unreachable, elapsed: .zero) == .end(.timeout))
    }

    @Test("Polling ends at the time limit, which is at most 60 seconds", arguments: [(10, 10), (60, 60), (3600, 60)])
    func time(timeout: Int, limit: Int) {
        var schedule = TMPPollingSchedule(timeout: .seconds(timeout))
        #expect(
            schedule.next(after: Self.pending, elapsed: .seconds(limit) - .nanoseconds(1))
                == .wait(.milliseconds(1500)))
        #expect(schedule.next(after: Self.pending, elapsed: .seconds(limit)) == .end(.timeout))
    }

    @Test("A final status, an unknown one and a refusal end polling at once")
    func ends() {
        let ends: [(TMPPollingSchedule.Answer, TMPPaymentPollingResultState)] = [
            (.status(.final(.consumed)), .success), (.status(.final(.failed)), .failure),
            (.status(.unrecognized("unheard")), .failure), (.refused, .failure),
        ]
        for (answer, state) in ends {
            var schedule = TMPPollingSchedule(timeout: .seconds(60))
            #expect(schedule.next(after: answer, elapsed: .seconds(60)) == .end(state))
        }
        var schedule = TMPPollingSchedule(timeout: .seconds(60))
        #expect(
            schedule.next(after: .status(.pending(.chargeable)), elapsed: .zero) == .wait(.milliseconds(1500)))
    }

    @Test("Among failed requests, 4xx and a broken connection are refusals, and other statuses are faults")
    func failures() {
        func answer(_ failure: TMPClient.Failure) -> String { "\(TMPPollingSchedule.Answer(failure))" }
        #expect(answer(.refused(status: 404, nil)) == "refused")
        #expect(answer(.refused(status: 500, nil)) == "fault")
        #expect(answer(.refused(status: 302, nil)) == "fault")
        #expect(answer(.connection(.unreachable(server: "", reason: ""))) == "unreachable")
        #expect(answer(.connection(.interrupted(server: "", reason: ""))) == "refused")
        #expect(answer(.connection(.silent(server: "", reason: ""))) == "refused")
        #expect(answer(.unreadable("")) == "refused")
    }
}
