import RelyingParty
import Testing
import ToqueWebAuthn

@testable import SoftAuthenticator

/// The signature counter and the backup flags of the profile lab.
@Suite("Counters and flags of the profile lab")
struct LabCounterTests {
    private let storage = MemoryCredentialStore()

    private func key(_ counter: CounterBehavior?, backup: BackupState? = nil) -> SoftAuthenticator {
        SoftAuthenticator(.lab { $0.overrides = CredentialOverrides(counter: counter, backup: backup) }, storage)
    }

    /// The counter of a new credential and of its first assertions.
    private func counts(
        _ counter: CounterBehavior, isDiscoverable: Bool
    ) async throws -> (id: [UInt8], counts: [UInt32]) {
        let key = key(counter)
        let made = try await key.make(Sample.make(requireResidentKey: isDiscoverable))
        var counts = [try made.authenticatorData.signCount]
        for _ in 0..<3 { counts.append(try await key.get(Sample.get(allow: [made.credentialID])).data.signCount) }
        return (made.credentialID, counts)
    }

    private static let sequences: [(CounterBehavior, [UInt32])] = [
        (.zero, [0, 0, 0, 0]), (.grows, [0, 1, 2, 3]), (.perCredential(start: 0), [0, 1, 2, 3]),
        (.perCredential(start: 41), [41, 42, 43, 44]), (.constant(7), [7, 7, 7, 7]),
        (.perCredential(start: .max - 1), [.max - 1, .max, 0, 1]), (.regresses(start: 2), [2, 1, 0, 0]),
        (.regresses(start: .max), [.max, .max - 1, .max - 2, .max - 3]),
    ]

    @Test("A counter follows its configured behavior", arguments: sequences)
    func sequence(_ counter: CounterBehavior, _ expected: [UInt32]) async throws {
        #expect(try await counts(counter, isDiscoverable: true).counts == expected)
        let fresh = LabCounterTests()
        #expect(try await fresh.counts(counter, isDiscoverable: false).counts == expected)
    }

    @Test("A per-credential counter does not move with another credential's")
    func ownCounters() async throws {
        let (first, _) = try await counts(.perCredential(start: 0), isDiscoverable: false)
        let (second, _) = try await counts(.perCredential(start: 0), isDiscoverable: true)
        for id in [first, second] {
            #expect(try await key(nil).get(Sample.get(allow: [id])).data.signCount == 4)
        }
        #expect(storage.signCount() == 0)
    }

    @Test("Without the override, a credential keeps the counter that it was made with", arguments: [true, false])
    func stays(isDiscoverable: Bool) async throws {
        let (id, _) = try await counts(.regresses(start: 100), isDiscoverable: isDiscoverable)
        let get = Sample.get(allow: [id])
        #expect(try await key(nil).get(get).data.signCount == 96)
        #expect(try await SoftAuthenticator(.securityKey, storage).get(get).data.signCount == 95)
        let (other, _) = try await counts(.zero, isDiscoverable: isDiscoverable)
        #expect(try await SoftAuthenticator(.securityKey, storage).get(Sample.get(allow: [other])).data.signCount == 0)
    }

    @Test("A counter override applies to a credential that was made without it")
    func overrides() async throws {
        let made = try await SoftAuthenticator(.securityKey, storage).make()
        let get = Sample.get(allow: [made.credentialID])
        #expect(try await key(.constant(9)).get(get).data.signCount == 9)
        #expect(try await key(.constant(9)).get(get).data.signCount == 9)
        #expect(try await key(.regresses(start: 5)).get(get).data.signCount == 4)
        #expect(try await key(.regresses(start: 5)).get(get).data.signCount == 3)
        #expect(try await key(.zero).get(get).data.signCount == 0)
        #expect(try await SoftAuthenticator(.securityKey, storage).get(get).data.signCount == 1)
    }

    @Test(
        "A relying party that checks the counter sees what is wrong",
        arguments: [
            CounterBehavior.constant(7), .regresses(start: 7), .zero,
        ])
    func refused(_ counter: CounterBehavior) async throws {
        let bench = try LabBench(.lab { $0.overrides.counter = .perCredential(start: 7) }, storage: storage)
        let registered = try #require(try await bench.register().value)
        let signed = try await bench.sign(registered.credential)
        #expect(signed.isValid)
        let verdict = try await bench.sign(registered.credential, by: key(counter))
        #expect(verdict.failure?.code == .counterRegressed)
    }

    @Test("A storage that fails gives no signature")
    func fault() async throws {
        let storage = WatchedStorage()
        let key = SoftAuthenticator(
            profile: .lab { $0.overrides.counter = .perCredential(start: 0) }, storage: storage)
        let made = try await key.make()
        storage.failing = "updateCounter"
        #expect(await errorName { _ = try await key.get(Sample.get(allow: [made.credentialID])) } == .unknownError)
        #expect(await errorName { _ = try await key.make() } == .unknownError)
    }

    @Test(
        "A counter behavior is parsed from its command-line words and its description",
        arguments: [
            ("zero", CounterBehavior.zero), ("grows", .grows), ("per-credential", .perCredential(start: 0)),
            ("per-credential:4294967295", .perCredential(start: .max)), ("constant:5", .constant(5)),
            ("regresses", .regresses(start: 1000)), ("regresses:3", .regresses(start: 3)),
        ])
    func words(_ text: String, _ counter: CounterBehavior) {
        #expect(CounterBehavior(parsing: text) == counter)
        #expect(CounterBehavior(parsing: counter.description) == counter)
    }

    @Test(
        "Invalid words for a counter behavior do not parse",
        arguments: [
            "", "Zero", "zero:1", "grows:", "constant", "constant:", "constant:-1", "constant:+1",
            "constant:4294967296",
            "regresses:x", "per-credential:1:2",
        ])
    func noWords(_ text: String) {
        #expect(CounterBehavior(parsing: text) == nil)
    }

    @Test(
        "Configured backup flags reach the relying party and stay with the credential", arguments: BackupState.allCases)
    func backup(_ state: BackupState) async throws {
        let bench = try LabBench(.lab { $0.overrides.backup = state }, storage: storage)
        for isDiscoverable in [true, false] {
            let verdict = try await bench.register(requireResidentKey: isDiscoverable)
            guard state != .inconsistent else {
                #expect(verdict.failure?.code == .invalidBackupFlags)
                continue
            }
            let credential = try #require(verdict.value?.credential)
            #expect(credential.backupEligible == (state != .deviceBound))
            #expect(credential.backupState == (state == .backedUp))
            // Without the option, and under another profile.
            for profile in [AuthenticatorProfile.lab, .securityKey, .ios] {
                let signed = try await bench.sign(credential, by: SoftAuthenticator(profile, storage))
                #expect(signed.isValid, "\(signed.failure.map { "\($0)" } ?? "")")
            }
        }
    }

    @Test("A changed BE flag is refused by the relying party")
    func backupEligibility() async throws {
        let bench = try LabBench(storage: storage)
        let credential = try #require(try await bench.register().value?.credential)
        let verdict = try await bench.sign(credential, by: key(.grows, backup: .eligible))
        #expect(verdict.failure?.code == .backupEligibilityChanged)
    }
}
