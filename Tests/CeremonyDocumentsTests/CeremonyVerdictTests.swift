import RelyingParty
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import CeremonyDocuments

@Suite struct CeremonyVerdictTests {
    @Test("A valid registration's verdict has its checks, attestation and credential")
    func aValidRegistration() throws {
        let json = CeremonyVerdict(judging: try SampleCeremony.registration().json).json
        #expect(json.objectValue?.names == ["id", "verdict", "checks", "attestation", "credential"])
        #expect(json["id"] == "registration" && json["verdict"] == "valid")
        #expect(
            json["checks"]?.arrayValue?.first
                == ["check": "client_data", "section": "7.1", "step": 6, "passed": true])
        #expect(
            json["attestation"]
                == [
                    "format": "packed", "type": "self", "aaguid": "00000000-0000-0000-0000-000000000000",
                    "trusted": false,
                ])
    }

    @Test("A valid authentication's verdict has no attestation")
    func aValidAuthenticationHasNoAttestation() throws {
        let json = CeremonyVerdict(judging: try SampleCeremony.authentication().json).json
        #expect(json.objectValue?.names == ["id", "verdict", "checks", "credential"])
        #expect(json["verdict"] == "valid")
    }

    @Test("A verdict's credential is valid for the next authentication, and a replay's verdict has none")
    func whatIsToBeStoredServesTheNextAuthentication() throws {
        let registered = CeremonyVerdict(judging: try SampleCeremony.registration().json).json["credential"]
        let sample = try SampleCeremony.authentication().json
        #expect(registered == sample["credential"]?.with("signCount", 1))
        let authenticated = CeremonyVerdict(judging: sample.with("credential", registered)).json["credential"]
        #expect(authenticated == registered?.with("signCount", 8))
        // A replay has nothing to store.
        let replay = CeremonyVerdict(judging: sample.with("credential", authenticated))
        #expect(replay.failure?.code == .counterRegressed)
        #expect(replay.json["credential"] == nil)
    }

    @Test("An invalid verdict has a code and a message, and its last check failed")
    func anInvalidOneSaysWhy() throws {
        let sample = try SampleCeremony.authentication().json.with("policy", ["userVerification": "required"])
        let json = CeremonyVerdict(judging: sample).json
        #expect(json.objectValue?.names == ["id", "verdict", "code", "message", "checks"])
        #expect(json["verdict"] == "invalid" && json["code"] == "user_not_verified")
        #expect(
            json["checks"]?.arrayValue?.last
                == ["check": "user_verification", "section": "7.2", "step": 17, "passed": false])
    }

    @Test(
        "A verdict is as expected if its validity and any expected code agree",
        arguments: [
            (["verdict": "valid"], false), (["verdict": "invalid"], true),
            (["verdict": "invalid", "code": "user_not_verified"], true),
            (["verdict": "invalid", "code": "bad_signature"], false),
        ] as [(JSON, Bool)])
    func isAsExpectedOrNot(_ expected: JSON, _ isAsExpected: Bool) throws {
        let sample = try SampleCeremony.authentication().json.with("policy", ["userVerification": "required"])
        let verdict = CeremonyVerdict(judging: sample.with("expected", expected))
        #expect(verdict.isAsExpected == isAsExpected)
        #expect(verdict.json["as_expected"] == .bool(isAsExpected))
    }

    @Test("Without an expectation, only a valid ceremony is as expected")
    func withoutAnExpectationOneHasToBeValid() throws {
        #expect(CeremonyVerdict(judging: try SampleCeremony.registration().json).isAsExpected)
        #expect(!CeremonyVerdict(judging: [:]).isAsExpected)
    }

    @Test("A chain is judged only if the document or the caller has trust anchors")
    func aChainIsJudgedWhereThereAreTrustAnchors() throws {
        let sample = try SampleCeremony.registration(x5c: true).json
        let unjudged = CeremonyVerdict(judging: sample)
        #expect(unjudged.isValid)
        #expect(unjudged.attestation?.type == .basic)
        #expect(unjudged.attestation?.trusted == false)
        #expect(
            CeremonyVerdict(judging: sample.with("trustAnchors", [])).failure?.code == .attestationNotTrusted)
        let anchor = try SampleCeremony.certificate()
        for text in [Base64.encode(anchor.der), Base64URL.encode(anchor.der), try anchor.pem()] {
            let verdict = CeremonyVerdict(judging: sample.with("trustAnchors", [.string(text)]))
            #expect(verdict.isValid)
            #expect(verdict.attestation?.trusted == true)
        }
        // The caller's anchors count too.
        var base = CeremonyDocument.basePolicy
        base.trustAnchors.add([anchor])
        base.untrustedAttestation = .reject
        #expect(CeremonyVerdict(judging: sample.with("trustAnchors", []), over: base).attestation?.trusted == true)
    }
}
