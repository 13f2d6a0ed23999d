import APIClient
import NIOCore
import Synchronization
import Testing

@testable import Fleet

/// The threads on which users work.
@Suite struct FleetLoopTests {
    @Test(
        "Users work on all processors, each on the thread of the connections that it uses",
        .enabled(if: NIOSingletons.groupLoopCountSuggestion > 1, "this machine has one processor"))
    func spread() async throws {
        var file = JourneyFile()
        file.target = ServerURL("http://127.0.0.1:1")
        let fleet = try await Fleet(file, access: FleetAccess())
        let found = Mutex<[Int: Set<ObjectIdentifier>]>([:])
        let step = JourneyStep("look") { run in
            let (number, loop) = (run.device.number, run.pool.loop)
            #expect(loop.inEventLoop)
            _ = found.withLock { $0[number, default: []].insert(ObjectIdentifier(loop)) }
        }
        let count = NIOSingletons.groupLoopCountSuggestion
        for number in 0..<2 * count {
            for _ in 0..<2 {
                _ = await fleet.user(number).step(step, fault: nil, scenario: nil, from: .now)
            }
        }
        await fleet.shutdown()
        let loops = found.withLock { $0 }
        #expect(loops.count == 2 * count)
        #expect(loops.values.allSatisfy { $0.count == 1 })
        let all = loops.values.reduce(into: Set<ObjectIdentifier>()) { $0.formUnion($1) }
        #expect(all.count == count)
    }
}
