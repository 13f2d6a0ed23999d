import CTAP
import Testing
import ToqueCBOR
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Extension outputs")
struct ExtensionOutputsTests {
    @Test func saysNothingWhereNoExtensionDoes() {
        #expect(ExtensionOutputs().signed == nil)
        #expect(ExtensionOutputs().unsigned == nil)
    }

    @Test func ofANewCredential() {
        var outputs = ExtensionOutputs()
        outputs.credProtect = .userVerificationRequired
        outputs.isCredBlobKept = false
        outputs.minPINLength = 6
        outputs.pinComplexityPolicy = true
        outputs.hasHMACSecret = true
        outputs.hmacSecretMC = [1, 2]
        outputs.largeBlob = .supported(true)
        #expect(
            outputs.signed
                == CBORMap([
                    ("credProtect", 3), ("credBlob", false), ("minPinLength", 6), ("pinComplexityPolicy", true),
                    ("hmac-secret", true), ("hmac-secret-mc", .bytes([1, 2])),
                ]))
        #expect(outputs.unsigned == CBORMap([("largeBlob", ["supported": true])]))
    }

    @Test func ofAnAssertion() {
        var outputs = ExtensionOutputs()
        outputs.credBlob = []
        outputs.hmacSecret = [3]
        outputs.thirdPartyPayment = false
        outputs.largeBlob = .written(false)
        #expect(
            outputs.signed
                == CBORMap([("credBlob", .bytes([])), ("hmac-secret", .bytes([3])), ("thirdPartyPayment", false)]))
        #expect(outputs.unsigned == CBORMap([("largeBlob", ["written": false])]))
    }

    /// Outputs are secrets of the client in this process.
    @Test func resultsOfPRFStandInNoMap() {
        var outputs = ExtensionOutputs()
        outputs.prf = PRFValues(first: [1], second: [2])
        #expect(outputs.signed == nil)
        #expect(outputs.unsigned == nil)
    }
}
