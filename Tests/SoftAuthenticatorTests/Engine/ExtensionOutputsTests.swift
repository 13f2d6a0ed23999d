import CTAP
import Testing
import ToqueCBOR
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Extension outputs")
struct ExtensionOutputsTests {
    @Test("Without an extension, there are no outputs")
    func none() {
        #expect(ExtensionOutputs().signed == nil)
        #expect(ExtensionOutputs().unsigned == nil)
    }

    @Test("A new credential's outputs have their registered names, with largeBlob among the unsigned ones")
    func registration() {
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

    @Test("An assertion's outputs have their registered names, with largeBlob among the unsigned ones")
    func assertion() {
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
    @Test("Results of prf are in no map")
    func prf() {
        var outputs = ExtensionOutputs()
        outputs.prf = PRFValues(first: [1], second: [2])
        #expect(outputs.signed == nil)
        #expect(outputs.unsigned == nil)
    }
}
