import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import RelyingParty

@Suite("Android SafetyNet attestation") struct AndroidSafetyNetTests {
    @Test("SafetyNet attestation verifies as basic, with every check of the format")
    func isVerified() throws {
        let draft = AndroidSafetyNetDraft()
        let verdict = try draft.verdict()
        let conclusion = try #require(verdict.value?.first, "\(String(describing: verdict.failure))")
        #expect(conclusion.format == .androidSafetyNet && conclusion.type == .basic)
        #expect(conclusion.trustPath == [try draft.draft().issued()])
        #expect(
            verdict.names == [
                .attestationStatement, .attestationCertificate, .attestationAlgorithm, .attestationSignature,
                .attestationNonce, .safetyNetIntegrity, .safetyNetAge,
            ])
    }

    @Test("Certificates may name their host only in the common name")
    func commonName() throws {
        var draft = AndroidSafetyNetDraft()
        draft.change = {
            $0.certificate.extensions = []
            $0.certificate.subject = DistinguishedName([.init(.commonName, "attest.android.com")])
        }
        #expect(try draft.verdict().isValid)
    }

    @Test(
        "A response counts for as long as the policy says, and clocks may differ by ten seconds",
        arguments: [
            (-60_000, true), (-60_001, false), (10_000, true), (10_001, false), (Int.min, false), (Int.max, false),
        ])
    func age(_ timestampMs: Int, _ isFresh: Bool) throws {
        let draft = AndroidSafetyNetDraft(timestampMs: .int(timestampMs))
        let verdict = try draft.verdict()
        #expect(verdict.failure?.code == (isFresh ? nil : .safetyNetExpired))
        let timeless = try draft.verdict(.expected { $0.safetyNetMaxAge = nil })
        #expect(timeless.isValid)
        #expect(!timeless.names.contains(.safetyNetAge))
    }

    static let faults: [Fault<AndroidSafetyNetDraft>] = [
        .init("signature of another key", .badAttestationSignature) {
            $0.change = { $0.signer = try? AndroidSafetyNetDraft.otherPair.get().0 }
        },
        .init("other client data", .attestationNonceMismatch) {
            $0.change = { $0.seenHash = Digest.sha256("other") }
        },
        .init("other authenticator data", .attestationNonceMismatch) {
            $0.change = {
                $0.seenData = $0.data
                $0.seenData?.signCount += 1
            }
        },
        .init("a nonce without its padding", .attestationNonceMismatch) {
            $0.changePayload = { $0["nonce"] = .string(String(($0["nonce"]?.stringValue ?? "").dropLast())) }
        },
        .init("ctsProfileMatch is false", .safetyNetIntegrityFailed) {
            $0.changePayload = { $0["ctsProfileMatch"] = false }
        },
        .init("older than a minute", .safetyNetExpired) { $0.timestampMs = -60_001 },
        .init("another host", .attestationCertificateInvalid) { $0.host = "attest.android.com.example" },
        .init("a wildcard", .attestationCertificateInvalid) { $0.host = "*.android.com" },
        .init("another dNSName beside the common name", .attestationCertificateInvalid) {
            $0.host = "example.org"
            $0.change = {
                $0.certificate.subject = DistinguishedName([.init(.commonName, "attest.android.com")])
            }
        },
        .init("alg of another key type", .attestationAlgorithmMismatch) { $0.changeHeader = { $0["alg"] = "ES256" } },
        .init("another alg of the key type", .badAttestationSignature) { $0.changeHeader = { $0["alg"] = "PS256" } },
        .init("alg none", .malformedAttestationStatement) { $0.changeHeader = { $0["alg"] = "none" } },
        .init("a symmetric alg", .malformedAttestationStatement) { $0.changeHeader = { $0["alg"] = "HS256" } },
        .init("crit", .malformedAttestationStatement) { $0.changeHeader = { $0["crit"] = ["exp"] } },
        .init("no x5c", .malformedAttestationStatement) { $0.changeHeader = { $0["x5c"] = nil } },
        .init("an empty x5c", .malformedAttestationStatement) { $0.changeHeader = { $0["x5c"] = [] } },
        .init("x5c without certificates", .malformedAttestationStatement) {
            $0.changeHeader = { $0["x5c"] = ["AAAA"] }
        },
        .init("no nonce", .malformedAttestationStatement) { $0.changePayload = { $0["nonce"] = nil } },
        .init("a nonce that is no text", .malformedAttestationStatement) { $0.changePayload = { $0["nonce"] = 1 } },
        .init("no timestamp", .malformedAttestationStatement) { $0.changePayload = { $0["timestampMs"] = nil } },
        .init("a timestamp that is no integer", .malformedAttestationStatement) { $0.timestampMs = "0" },
        .init("no ctsProfileMatch", .malformedAttestationStatement) {
            $0.changePayload = { $0["ctsProfileMatch"] = nil }
        },
        .init("ctsProfileMatch is a text", .malformedAttestationStatement) {
            $0.changePayload = { $0["ctsProfileMatch"] = "true" }
        },
        .init("a member twice, although it is signed", .malformedAttestationStatement) {
            $0.changeText = { $0 = #"{"ctsProfileMatch":false,"# + $0.dropFirst() }
        },
        .init("something after the payload", .malformedAttestationStatement) { $0.changeText = { $0 += "{}" } },
        .init("a fourth part", .malformedAttestationStatement) { $0.changeResponse = { $0 += Array(".AA".utf8) } },
        .init("white space", .malformedAttestationStatement) { $0.changeResponse = { $0.append(0x0A) } },
        .init("no response", .malformedAttestationStatement) { $0.changeResponse = { $0 = [] } },
    ]

    @Test("A SafetyNet statement with one fault is refused with the fault's code", arguments: faults)
    func isRefused(_ fault: Fault<AndroidSafetyNetDraft>) throws {
        var draft = AndroidSafetyNetDraft()
        fault.apply(&draft)
        fault.expect(try draft.verdict(fault.policy))
    }
}
