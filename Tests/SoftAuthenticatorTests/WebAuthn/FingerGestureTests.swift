import Testing
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Fingers in the WebAuthn face")
struct FingerGestureTests {
    private let storage = MemoryCredentialStore()
    private let withSensor = [AuthenticatorProfile.android, .fingerprintKey]

    @Test("Without enrolled fingers, any finger approves")
    func anyFinger() async throws {
        for profile in AuthenticatorProfile.all {
            let response = try await SoftAuthenticator(profile).make(Sample.make(), .finger("thumb"))
            #expect(try response.authenticatorData.flags.contains(.userVerified) == (profile != .securityKey))
        }
    }

    @Test("With enrolled fingers, no other finger approves")
    func enrolledFinger() async throws {
        storage.save(Fingerprint(id: [1], finger: "thumb"))
        for profile in withSensor {
            let authenticator = SoftAuthenticator(profile, storage)
            let made = try await authenticator.make(Sample.make(), .finger("thumb"))
            let get = Sample.get(allow: [made.credentialID], requireUserVerification: true)
            let assertion = try await authenticator.get(get, .finger("thumb"))
            #expect(try assertion.data.flags.contains(.userVerified))
            _ = try await authenticator.get(get, .approve)
            #expect(await errorName { _ = try await authenticator.get(get, .finger("index")) } == .notAllowedError)
            #expect(
                await errorName { _ = try await authenticator.make(Sample.make(), .finger("index")) }
                    == .notAllowedError)
        }
        #expect(storage.settings().uvRetries == 5)
    }

    @Test("A profile without a sensor does not compare fingers")
    func noSensor() async throws {
        storage.save(Fingerprint(id: [1], finger: "thumb"))
        _ = try await SoftAuthenticator(.ios, storage).make(Sample.make(), .finger("index"))
    }

    @Test("A finger that cannot be read approves nothing")
    func badTouch() async throws {
        for profile in AuthenticatorProfile.all {
            #expect(
                await errorName { _ = try await SoftAuthenticator(profile).make(Sample.make(), .badTouch(.tooLow)) }
                    == .notAllowedError)
        }
    }
}
