import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Reproducibility")
struct ReproducibilityTests {
    private struct Run: Equatable {
        var made: [MakeCredentialResponse] = []
        var assertions: [GetAssertionResponse] = []
        var stored: [PublicKeyCredentialSource] = []
    }

    private static func run(_ profile: AuthenticatorProfile, seed: String, openedKeys: Int = 256) async throws -> Run {
        let storage = MemoryCredentialStore()
        let authenticator = SoftAuthenticator(
            profile: profile, storage: storage, random: SeededRandom(seed: seed),
            now: { Timestamp(microseconds: 1_700_000_000_000_000) }, openedKeys: openedKeys)
        var run = Run()
        for (index, algorithm) in profile.algorithms.enumerated() {
            let made = try await authenticator.make(
                Sample.make(user: Sample.user(UInt8(index)), algorithms: [algorithm], attestation: .direct))
            run.made.append(made)
            for _ in 0..<2 {
                run.assertions.append(try await authenticator.get(Sample.get(allow: [made.credentialID])))
            }
        }
        run.stored = storage.credentials(rpID: nil)
        return run
    }

    @Test("The same seed gives the same bytes, with and without opened keys", arguments: AuthenticatorProfile.devices)
    func aSeedGivesTheSameBytes(_ profile: AuthenticatorProfile) async throws {
        let first = try await Self.run(profile, seed: "one")
        #expect(try await Self.run(profile, seed: "one") == first)
        #expect(try await Self.run(profile, seed: "one", openedKeys: 0) == first)
        #expect(try await Self.run(profile, seed: "two").made != first.made)
    }

    @Test("Without a seed, credential IDs and public keys differ")
    func withoutASeedNothingRepeats() async throws {
        let authenticator = SoftAuthenticator(.ios)
        let first = try await authenticator.make(Sample.make(user: Sample.user(1)))
        let second = try await authenticator.make(Sample.make(user: Sample.user(2)))
        #expect(first.credentialID != second.credentialID)
        #expect(try first.publicKey != second.publicKey)
    }
}
