import RelyingParty
import TestVectors
import ToqueCOSE
import ToqueCrypto

/// Verifications with each algorithm and format, compared to OpenSSL and to libfido2, on one thread and on two.
struct VerificationBenchmark {
    private let keys: VerificationKeys
    private let relyingParty: RelyingParty
    private let ceiling: OpenSSLVerification

    init() throws {
        keys = try VerificationKeys()
        relyingParty = RelyingParty(policy: SampleRegistration.policy(keys))
        ceiling = OpenSSLVerification(
            anchor: keys.authority.certificate.der, at: SampleRegistration.time.microseconds / 1_000_000)
    }

    func run() async throws {
        print(
            "Assertions, for each algorithm (aims: 1.12 times OpenSSL's import and verification, 1.9 on two threads):\n"
        )
        VerificationRow.printHeader()
        for algorithm in COSEAlgorithm.supported {
            try await measure(SampleAssertion(keys.credential(algorithm)))
        }
        print("\nRegistrations, for each format (aim: 1.2 times OpenSSL's parsing, chain and verification):\n")
        VerificationRow.printHeader()
        let statements = try SampleStatements(keys)
        for sample in try statements.registrations() { try await measure(sample, statements) }
        print("")
        try await ManyChains(statements, relyingParty).run()
        print("")
    }

    private func measure(_ sample: SampleAssertion) async throws {
        let steps = try sample.ceiling()
        try await VerificationRow.measure(
            ["\(sample.key.algorithm.name ?? "")": { Self.expect(relyingParty.verify(sample.ceremony)) }],
            ceiling: { ceiling.run(steps) }, library: FIDOVerification(sample))
    }

    /// A separate relying party has not seen the chain before.
    private func measure(_ sample: SampleRegistration, _ statements: SampleStatements) async throws {
        let steps = try sample.ceiling(credential: statements.credential, attestation: keys.attestation)
        let policy = relyingParty.policy
        var operations: KeyValuePairs = [
            sample.name: { @Sendable in Self.expect(RelyingParty(policy: policy).verify(sample.ceremony)) }
        ]
        if sample.hasCertificate {
            operations = [
                sample.name: { Self.expect(RelyingParty(policy: policy).verify(sample.ceremony)) },
                "  chain known": { Self.expect(relyingParty.verify(sample.ceremony)) },
            ]
        }
        try await VerificationRow.measure(
            operations, ceiling: { ceiling.run(steps) }, library: FIDOVerification(sample))
    }

    static func expect<Value>(_ verdict: Verdict<Value>) {
        precondition(verdict.isValid, "the benchmark's own response: \(verdict.failure?.message ?? "")")
    }
}
