import RelyingParty
import TestVectors

/// Verifies far more chains than a relying party caches: its memory must not grow.
struct ManyChains {
    private let samples: [SampleRegistration]
    private let relyingParty: RelyingParty

    init(_ statements: SampleStatements, _ relyingParty: RelyingParty) throws {
        samples = try (0..<2_000).map { index in
            try statements.packed(serialNumber: [1, UInt8(index >> 8), UInt8(index & 0xFF)])
        }
        self.relyingParty = relyingParty
    }

    func run() async throws {
        try await verify(turns: 2)
        let before = Processes.memory("VmRSS")
        let turns = 100
        try await verify(turns: turns)
        let after = Processes.memory("VmRSS")
        print(
            "\(samples.count * turns) registrations over \(samples.count) chains on two threads: \(rounded(before)) MB "
                + "of memory before, \(rounded(after)) MB after")
    }

    /// Runs all samples repeatedly, on two threads.
    private func verify(turns: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for half in [samples.prefix(samples.count / 2), samples.suffix(samples.count / 2)] {
                group.addTask {
                    for _ in 0..<turns {
                        for sample in half { VerificationBenchmark.expect(relyingParty.verify(sample.ceremony)) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
