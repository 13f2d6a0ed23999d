import CTAP
import Testing

@testable import SoftAuthenticator

@Suite("How a ceremony verifies the user")
struct VerificationMethodTests {
    private static let proof = PINUVAuthProof(version: .two, message: [], signature: [])
    private static let pinAlone = UserVerification(isPINSet: true, isBuiltInConfigured: false)
    private static let finger = UserVerification(isPINSet: false, isBuiltInConfigured: true)
    private static let nothing = UserVerification(isPINSet: false, isBuiltInConfigured: false)

    @Test("A token goes before the option uv", arguments: [nil, true, false])
    func token(uv: Bool?) throws {
        for verification in [Self.pinAlone, Self.finger] {
            guard case .token = try VerificationMethod(Self.proof, uv: uv, verification) else {
                Issue.record("the token is passed over")
                return
            }
        }
    }

    @Test func aTokenIsPassedOverWhereNobodyCanBeVerified() throws {
        #expect(try VerificationMethod(Self.proof, uv: true, Self.nothing).isPresenceAlone)
    }

    @Test func uvTakesAFinger() throws {
        guard case .builtIn = try VerificationMethod(nil, uv: true, Self.finger) else {
            Issue.record("the sensor is passed over")
            return
        }
        for verification in [Self.pinAlone, Self.nothing] {
            #expect(status { _ = try VerificationMethod(nil, uv: true, verification) } == .invalidOption)
        }
    }

    @Test("Without a token and uv there is presence alone", arguments: [nil, false])
    func presence(uv: Bool?) throws {
        for verification in [Self.pinAlone, Self.finger, Self.nothing] {
            #expect(try VerificationMethod(nil, uv: uv, verification).isPresenceAlone)
        }
    }

    @Test func alwaysUvReplacesPresenceByAFinger() throws {
        var method = try VerificationMethod(nil, uv: nil, Self.finger)
        try method.replacePresenceAlone(Self.finger)
        #expect(!method.isPresenceAlone)
        for verification in [Self.pinAlone, Self.nothing] {
            #expect(status { try method.replacePresenceAlone(verification) } == .puatRequired)
        }
    }
}
