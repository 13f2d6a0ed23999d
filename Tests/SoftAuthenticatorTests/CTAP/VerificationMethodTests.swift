import CTAP
import Testing

@testable import SoftAuthenticator

@Suite("Methods of user verification")
struct VerificationMethodTests {
    private static let proof = PINUVAuthProof(version: .two, message: [], signature: [])
    private static let pinAlone = UserVerification(isPINSet: true, isBuiltInConfigured: false)
    private static let finger = UserVerification(isPINSet: false, isBuiltInConfigured: true)
    private static let nothing = UserVerification(isPINSet: false, isBuiltInConfigured: false)

    @Test("A token takes precedence over the option uv", arguments: [nil, true, false])
    func token(uv: Bool?) throws {
        for verification in [Self.pinAlone, Self.finger] {
            guard case .token = try VerificationMethod(Self.proof, uv: uv, verification) else {
                Issue.record("the token is passed over")
                return
            }
        }
    }

    @Test("A token is ignored if the key cannot verify anybody")
    func tokenWithoutVerification() throws {
        #expect(try VerificationMethod(Self.proof, uv: true, Self.nothing) == nil)
    }

    @Test("The option uv takes a fingerprint, and is invalid without a sensor")
    func uv() throws {
        guard case .builtIn = try VerificationMethod(nil, uv: true, Self.finger) else {
            Issue.record("the sensor is passed over")
            return
        }
        for verification in [Self.pinAlone, Self.nothing] {
            #expect(status { try VerificationMethod(nil, uv: true, verification) as Any } == .invalidOption)
        }
    }

    @Test("Without a token and uv there is only presence", arguments: [nil, false])
    func presence(uv: Bool?) throws {
        for verification in [Self.pinAlone, Self.finger, Self.nothing] {
            #expect(try VerificationMethod(nil, uv: uv, verification) == nil)
        }
    }

    @Test("With alwaysUv, a fingerprint verifies, and a key without a sensor asks for a token")
    func alwaysUv() {
        #expect(status { try VerificationMethod(alwaysUv: Self.finger) } == .ok)
        for verification in [Self.pinAlone, Self.nothing] {
            #expect(status { try VerificationMethod(alwaysUv: verification) } == .puatRequired)
        }
    }
}
