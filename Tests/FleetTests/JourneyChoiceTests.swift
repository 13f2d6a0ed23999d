import APIClient
import Testing
import ToqueEncoding

@testable import Fleet

/// What users choose by the shares of a journey file, and how long they take.
@Suite(.timeLimit(.minutes(2))) struct JourneyChoiceTests {
    /// The journeys of many users at a server that is gone: which ones they are, they choose before.
    private static func kinds(_ journeys: String, seed: String = "s") async throws -> [JourneyKind] {
        var file = try JourneyFile(parsing: Array("seed = \"\(seed)\"\n[journeys]\n\(journeys)".utf8))
        file.target = ServerURL("http://127.0.0.1:1")
        let fleet = try await Fleet(file, access: FleetAccess())
        var kinds: [JourneyKind] = []
        for number in 0..<50 {
            for _ in 0..<20 {
                if let kind = await fleet.user(number).run(from: .now).journey { kinds.append(kind) }
            }
        }
        await fleet.shutdown()
        return kinds
    }

    @Test("Users choose journeys by their weights, and the same ones with the same seed")
    func weights() async throws {
        let text = "browse = 3\nenroll-and-pay = 1\npay = 0"
        let kinds = try await Self.kinds(text)
        // The standard deviation is 14.
        let browsing = kinds.count { $0 == .browse }
        let paying = kinds.count { $0 == .enrollAndPay }
        #expect((690...810).contains(browsing))
        #expect(browsing + paying == 1000)
        #expect(try await Self.kinds(text) == kinds)
        #expect(try await Self.kinds(text, seed: "other") != kinds)
    }

    @Test("Shares of faults give journeys with each fault and without any")
    func faults() async throws {
        let text = "[journeys]\npay = 1\n[faults]\ndecline = 0.25\ncrash-and-resume = 0.25"
        try await OwnBackend().run(text) { fleet, server in
            var ends: [String: Int] = [:]
            for journey in 0..<100 {
                let turn = await fleet.user(journey % 10).run(from: .now)
                #expect(FleetSandbox.failures(turn) == [])
                ends[turn.outcomes.last?.name ?? "", default: 0] += 1
            }
            let (declined, crashed) = (ends["DEVICE sign (decline)"] ?? 0, ends["POST /sign (crash-and-resume)"] ?? 0)
            let plain = ends["POST /sign"] ?? 0
            // The standard deviations are 4.3 and 5.
            #expect((8...42).contains(declined))
            #expect((8...42).contains(crashed))
            #expect((30...70).contains(plain))
            #expect(declined + crashed + plain == 100)
            #expect(server.requests.count { $0.line == "POST /sign" } == 100 - declined)
        }
    }

    private static let places = ["a", "b", "c"].map { "[[browse]]\npath = \"/\($0)\"" }.joined(separator: "\n")

    @Test("A person thinks before each step but the first")
    func thinks() async throws {
        let text = "[journeys]\nbrowse = 1\n[think]\nfixed = \"30ms\"\n\(Self.places)"
        try await LocalServer.run(text, answering: { _ in .answer(200, [:]) }) { fleet, _ in
            let start = ContinuousClock.now
            let turn = await fleet.user(0).run(from: start)
            let duration = ContinuousClock.now - start
            #expect(FleetSandbox.failures(turn) == [])
            #expect(turn.outcomes.count == 3)
            // Two clocks of the kernel may differ by a part of a thousand.
            #expect(duration >= .milliseconds(59))
        }
    }

    @Test("Who thinks sends no request, and an end of the test ends the thinking")
    func interrupted() async throws {
        let text = "[journeys]\nbrowse = 1\n[think]\nfixed = \"1h\"\n\(Self.places)"
        try await LocalServer.run(text, answering: { _ in .answer(200, [:]) }) { fleet, server in
            let journey = Task { await fleet.user(0).run(from: .now) }
            while server.requests.isEmpty, !Task.isCancelled { await Task.yield() }
            journey.cancel()
            let outcomes = await journey.value.outcomes
            #expect(outcomes.map(\.name) == ["GET /a"])
            #expect(server.requests.map(\.line) == ["GET /a"])
        }
    }
}
