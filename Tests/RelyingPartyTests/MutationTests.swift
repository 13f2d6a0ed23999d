import Testing
import ToqueCrypto
import ToqueTestSupport
import ToqueWebAuthn

@testable import RelyingParty

/// Random changes, from a seed, to every signed part of valid responses.
@Suite("Random mutations never trap and never verify")
struct MutationTests {
    let relyingParty = RelyingParty(policy: Expected.policy)

    @Test("A mutated assertion never verifies")
    func ofAnAssertion() throws {
        let valid = try AuthenticationDraft().ceremony()
        let parts: [WritableKeyPath<AuthenticationCeremony, [UInt8]>] = [
            \.response.clientDataJSON, \.response.authenticatorData, \.response.signature, \.response.credentialID,
        ]
        try mutate(valid, parts, count: 1000) { relyingParty.verify($0).isValid }
    }

    @Test("A mutated registration with self attestation never verifies")
    func ofARegistrationWithSelfAttestation() throws {
        let valid = try RegistrationDraft().ceremony()
        try mutate(
            valid, [\.response.clientDataJSON, \.response.attestationObject, \.response.credentialID], count: 800
        ) { relyingParty.verify($0).isValid }
    }

    /// No signature covers these bytes, so they may verify; reading them must not trap.
    @Test("A mutated registration without attestation never traps")
    func ofARegistrationWithoutAttestation() throws {
        let valid = try RegistrationDraft(format: .none).ceremony()
        let random = SeededRandom(seed: "none")
        for _ in 0..<400 {
            var ceremony = valid
            mutate(&ceremony.response.attestationObject, random)
            let verdict = relyingParty.verify(ceremony)
            #expect(verdict.checks.last?.passed == verdict.isValid)
        }
    }

    /// Every format; a statement may stay valid if the signature does not cover the change.
    @Test(
        "A mutated real registration never traps, and a refusal ends with a failed check",
        .enabled(if: Corpora.isAvailable, RealCeremonies.comment))
    func ofRealRegistrations() throws {
        let random = SeededRandom(seed: "real")
        for id in try RealCeremonies.ids("registrations") {
            let vector = try RealCeremonies.vector("registrations", id)
            var policy = try vector.policy()
            for relaxation in Relaxation.allCases { relaxation.apply(to: &policy) }
            policy.untrustedAttestation = .report
            let (relyingParty, valid) = (RelyingParty(policy: policy), try vector.registration())
            for _ in 0..<40 {
                var ceremony = valid
                mutate(&ceremony.response.attestationObject, random)
                let verdict = relyingParty.verify(ceremony)
                #expect(verdict.isValid || verdict.checks.last?.passed == false)
            }
        }
    }

    private func mutate<Ceremony>(
        _ valid: Ceremony, _ parts: [WritableKeyPath<Ceremony, [UInt8]>], count: Int,
        verifies: (Ceremony) -> Bool
    ) throws {
        #expect(verifies(valid))
        let random = SeededRandom(seed: "mutations")
        for number in 0..<count {
            let part = parts[number % parts.count]
            var ceremony = valid
            mutate(&ceremony[keyPath: part], random)
            guard ceremony[keyPath: part] != valid[keyPath: part] else { continue }
            #expect(!verifies(ceremony), "mutation \(number)")
        }
    }

    /// Changes, inserts, removes or truncates.
    private func mutate(_ bytes: inout [UInt8], _ random: SeededRandom) {
        let draw = random.bytes(4)
        let index = (Int(draw[0]) << 8 | Int(draw[1])) % bytes.count
        switch draw[2] % 8 {
        case 0: bytes.insert(draw[3], at: index)
        case 1: bytes.remove(at: index)
        case 2: bytes.removeSubrange(index...)
        case 3: bytes[index] ^= 1 << (draw[3] % 8)
        default: bytes[index] = draw[3]
        }
    }
}
