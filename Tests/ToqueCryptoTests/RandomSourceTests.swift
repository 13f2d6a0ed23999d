import Testing
import ToqueCrypto

@Suite struct RandomSourceTests {
    @Test("The same seed gives the same bytes, and another seed gives others")
    func aSeedRepeats() {
        let first = SeededRandom(seed: "seed")
        let second = SeededRandom(seed: Array("seed".utf8))
        for count in [0, 1, 32, 33, 100] { #expect(first.bytes(count) == second.bytes(count)) }
        #expect(SeededRandom(seed: "seed").bytes(32) != SeededRandom(seed: "Seed").bytes(32))
        #expect(first.bytes(32) != first.bytes(32))
        #expect(first.isDeterministic && !SystemRandom().isDeterministic)
    }

    @Test("The system's random bytes do not repeat")
    func theSystemDoesNot() {
        let random = SystemRandom()
        #expect(random.bytes(0).isEmpty)
        #expect(random.bytes(32).count == 32)
        #expect(random.bytes(32) != random.bytes(32))
        let isEqual = random.secret(32).constantTimeEquals(random.secret(32))
        #expect(!isEqual)
    }

    @Test("Concurrent tasks draw different bytes from a seeded source")
    func aSeedIsSharedByTasks() async {
        let random = SeededRandom(seed: "shared")
        let drawn = await withTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<50 { group.addTask { random.bytes(16) } }
            return await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(drawn.count == 50)
    }
}
