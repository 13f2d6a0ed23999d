import APIClient
import LoadMeasurement
import Synchronization
import Testing
import ToqueEncoding

@testable import Fleet

/// Users at a real sandbox.
@Suite struct JourneyTests {
    @Test("A user enrolls and pays")
    func enrollAndPay() async throws {
        try await FleetSandbox.run("") { fleet, _ in
            let turn = await fleet.user(3).run(from: .now)
            #expect(FleetSandbox.failures(turn) == [])
            #expect(turn.journey == .enrollAndPay)
            let names = turn.outcomes.map(\.name)
            #expect(names.first == "POST /enrollments/" && names.last == "GET /payment-intents/{id}/")
            #expect(names.filter { $0.hasPrefix("DEVICE") } == ["DEVICE register", "DEVICE sign"])
        }
    }

    @Test("The first outcome counts from the intended start")
    func intended() async throws {
        try await FleetSandbox.run("[journeys]\nbrowse = 1") { fleet, _ in
            let outcomes = await fleet.user(0).run(from: .now - .seconds(100)).outcomes
            #expect(outcomes[0].duration >= .seconds(100))
            #expect(outcomes[1].duration < .seconds(100))
        }
    }

    @Test("A device is enrolled once for all of its payments, ahead or at its first payment")
    func pay() async throws {
        try await FleetSandbox.run("[journeys]\npay = 1") { fleet, _ in
            let ahead = await fleet.prepare(0..<3)
            #expect(ahead.outcomes.filter { $0.name == "POST /enrollments/" }.count == 3)
            #expect(ahead.ready == 3 && ahead.failure == nil)
            #expect(await fleet.prepare(0..<3).outcomes == [])
            for number in [0, 0, 3, 3] {
                let turn = await fleet.user(number).run(from: .now)
                #expect(FleetSandbox.failures(turn) == [])
            }
            let known = await fleet.user(3).run(from: .now)
            #expect(known.outcomes.first?.name == "POST /payment-intents/")
        }
    }

    @Test(
        "A fault is in the names of the steps that it spoils, and the target's refusal is a success",
        arguments: [
            (DeviceFault.badSignature, "GET /payment-intents/{id}/ (bad-signature)"),
            (.replay, "GET /payment-intents/{id}/ (replay)"), (.decline, "DEVICE sign (decline)"),
            (.crashAndResume, "GET /payment-intents/{id}/ (crash-and-resume)"),
        ])
    func faults(_ fault: DeviceFault, _ last: String) async throws {
        try await FleetSandbox.run("[journeys]\npay = 1\n[faults]\n\(fault.rawValue) = 1") { fleet, _ in
            // The first payment has nothing to replay.
            _ = await fleet.user(0).run(from: .now)
            let turn = await fleet.user(0).run(from: .now)
            #expect(FleetSandbox.failures(turn) == [])
            #expect(turn.outcomes.last?.name == last)
        }
    }

    @Test("A scenario's refusals end a journey without a failure")
    func scenario() async throws {
        let scenarios = "[journeys]\npay = 1\n[scenarios]\n\"payment.insufficient_funds\" = 1"
        try await FleetSandbox.run(scenarios) { fleet, _ in
            let turn = await fleet.user(0).run(from: .now)
            #expect(FleetSandbox.failures(turn) == [])
            #expect(turn.outcomes.last?.name == "GET /payment-intents/{id}/")
            #expect(fleet.unexpected == [])
        }
    }

    @Test(
        "What no scenario brings about stays a failure: an unknown one, and an object that is not there",
        arguments: [
            ("[scenarios]\n\"enrollment.typo\" = 1", "POST /enrollments/: answered 400, expected 201"),
            (
                "[scenarios]\nsuccess = 1\n[[browse]]\npath = \"/nothing/\"\n[journeys]\nbrowse = 1",
                "GET /nothing/: answered 404, expected 200"
            ),
        ])
    func notPlayed(file: String, failure: String) async throws {
        try await FleetSandbox.run(file) { fleet, _ in
            #expect(FleetSandbox.failures(await fleet.user(0).run(from: .now)) == [failure])
        }
    }

    @Test("A canceled preparation begins no other user and ends at its next step")
    func canceledPreparation() async throws {
        try await FleetSandbox.run("[journeys]\npay = 1") { fleet, _ in
            let preparation = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await fleet.prepare(0..<1000)
            }
            #expect(await preparation.value.outcomes == [])
            #expect(await preparation.value.ready == 0)
        }
    }

    @Test("An answer that no step expects is a failure without IDs, counted, with five bodies at most")
    func unexpected() async throws {
        try await FleetSandbox.run("[pix]\ncustomer = \"nobody\"") { fleet, _ in
            for number in 0..<7 {
                let turn = await fleet.user(number).run(from: .now)
                #expect(FleetSandbox.failures(turn) == ["POST /enrollments/: answered 400, expected 201"])
            }
            let known = try #require(fleet.unexpected.first)
            #expect(fleet.unexpected.count == 1 && known.count == 7 && known.bodies.count == 5)
            #expect(known.bodies[0].contains("customer"))
        }
    }

    @Test("Equal answers that no step expects are reported once, with the first of them, and counted")
    func reported() async throws {
        let reported = Mutex<[UnexpectedAnswer]>([])
        let status = Mutex(500)
        try await LocalServer.run(
            "[journeys]\nbrowse = 1\n[[browse]]\npath = \"/a\"",
            onUnexpected: { answer in reported.withLock { $0.append(answer) } },
            answering: { _ in .answer(status.withLock { $0 }, ["error": "e"]) }
        ) { fleet, _ in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<7 { group.addTask { _ = await fleet.user(number).run(from: .now) } }
            }
            status.withLock { $0 = 404 }
            _ = await fleet.user(0).run(from: .now)
            #expect(fleet.unexpected.map(\.count) == [7, 1])
        }
        let known = reported.withLock { $0 }
        #expect(known.map(\.problem) == ["answered 500, expected 200", "answered 404, expected 200"])
        #expect(known.map(\.step) == ["GET /a", "GET /a"])
        #expect(known.map(\.count) == [1, 1])
    }

    @Test("A server that is gone is a failure by name")
    func unreachable() async throws {
        var file = JourneyFile()
        file.target = ServerURL("http://127.0.0.1:1")
        let fleet = try await Fleet(file, access: FleetAccess())
        let turn = await fleet.user(0).run(from: .now)
        #expect(FleetSandbox.failures(turn) == ["POST /enrollments/: Connection refused"])
        await fleet.shutdown()
    }

    @Test("A fleet refuses a target that is not allowed, and an unset variable of a header")
    func refused() async throws {
        var file = JourneyFile()
        file.target = ServerURL("http://192.0.2.1")
        await #expect(throws: TargetError.notAllowed("192.0.2.1")) {
            _ = try await Fleet(file, access: FleetAccess())
        }
        file.target = ServerURL("http://127.0.0.1:1")
        file.headers = [("X-Key", .environment("SHOP_KEY"))]
        let error = await #expect(throws: FleetInputError.self) { _ = try await Fleet(file, access: FleetAccess()) }
        #expect(error?.description == "headers.X-Key: the variable SHOP_KEY is not set")
    }

    @Test("Kept bodies show no secrets, neither known ones nor those that their names tell")
    func masks() {
        let body = #"{"clientSecret": "abcd", "token": 5, "text": "the key is hunter22", "list": [{"password": "x"}]}"#
        let shown = UnexpectedAnswers.masked(Array(body.utf8), ["hunter22"])
        #expect(shown == #"{"clientSecret":"***","token":5,"text":"the key is ***","list":[{"password":"***"}]}"#)
        let long = UnexpectedAnswers.masked(Array(repeating: UInt8(ascii: "a"), count: 10_000), [])
        #expect(long.utf8.count == UnexpectedAnswers.bodyLimit + 3)
    }
}
