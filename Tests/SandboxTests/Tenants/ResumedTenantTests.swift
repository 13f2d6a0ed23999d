import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct ResumedTenantTests {
    @Test("A resumed database is described at the start, and a new one is not")
    func tellsWhatItResumes() async throws {
        let file = try SandboxFile()
        let clock = ManualClock(now: LampSandbox.start)
        func run(
            _ configure: (inout SandboxConfiguration) -> Void = { _ in }, _ body: (LampSandbox) async throws -> Void
        ) async throws {
            try await LampSandbox.run(clock: clock) {
                $0.database = file.location
                configure(&$0)
            } _: {
                try await body($0)
            }
        }
        var state = JSON.null
        try await run { sandbox in
            #expect(sandbox.engine.resumedTenants.isEmpty)
            _ = try await sandbox.lamp()
            #expect(try await sandbox.control("PUT", "scenario", ["scenario": "lamp.dud"]).status == 200)
            #expect(try await sandbox.control("POST", "clock/freeze").status == 200)
            let advanced = try await sandbox.control("POST", "clock/advance?tenant=b", ["seconds": 90])
            #expect(advanced.status == 200)
            state = try await sandbox.control("GET", "state").json
        }
        let resumed = [
            ResumedTenant(
                id: "a", scenario: "lamp.dud", clock: TenantClock(frozenAt: LampSandbox.start), timers: 1),
            ResumedTenant(id: "b", clock: TenantClock(offset: .seconds(90))),
        ]
        try await run { #expect($0.engine.resumedTenants == resumed) }
        // Neither a key that was removed nor a tenant that starts from a state file is resumed.
        try await run {
            $0.keys.removeLast()
        } _: {
            #expect($0.engine.resumedTenants == [resumed[0]])
        }
        try await run {
            $0.state = state
        } _: {
            #expect($0.engine.resumedTenants == [resumed[1]])
        }
    }
}
