import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("getAssertion")
struct GetAssertionTests {
    @Test(
        "Assertions verify for each algorithm, with and without opened keys", arguments: AuthenticatorProfile.devices,
        [0, 1, 256])
    func signatures(_ profile: AuthenticatorProfile, _ openedKeys: Int) async throws {
        let authenticator = SoftAuthenticator(
            profile: profile, storage: MemoryCredentialStore(), openedKeys: openedKeys)
        for algorithm in profile.algorithms {
            let made = try await authenticator.make(Sample.make(algorithms: [algorithm]))
            for _ in 0..<2 {
                let assertion = try await authenticator.get(Sample.get(allow: [made.credentialID]))
                #expect(try made.verifies(assertion))
                #expect(assertion.credentialID == made.credentialID)
                #expect(assertion.userHandle == (made.isResidentKey == true ? Sample.user.id : nil))
            }
        }
    }

    @Test("Assertions carry the flags and the counter of the profile", arguments: AuthenticatorProfile.all)
    func givesWhatTheProfileSays(_ profile: AuthenticatorProfile) async throws {
        let authenticator = SoftAuthenticator(profile)
        let made = try await authenticator.make()
        let request = Sample.get(allow: [made.credentialID])
        let flags: [String: String] = [
            "ios": "UP UV BE BS", "android": "UP UV BE BS", "windows": "UP UV", "security-key": "UP",
            "fingerprint-key": "UP UV", "lab": "UP UV",
        ]
        for round in 1...3 as ClosedRange<UInt32> {
            let data = try await authenticator.get(request).data
            #expect(data.rpIDHash == Digest.sha256(Sample.rpID))
            #expect(data.flags.description == flags[profile.name])
            #expect(data.signCount == (profile.hasSignatureCounter ? round : 0))
            #expect(data.attestedCredentialData == nil)
        }
    }

    @Test("All credentials of a store share one signature counter")
    func oneCounterForAllCredentialsOfAStore() async throws {
        let storage = MemoryCredentialStore()
        let key = SoftAuthenticator(.securityKey, storage)
        let first = try await key.make().credentialID
        let second = try await key.make(Sample.make(rpID: "other.example")).credentialID
        #expect(try await key.get(Sample.get(allow: [first])).data.signCount == 1)
        #expect(try await key.get(Sample.get(rpID: "other.example", allow: [second])).data.signCount == 2)
        #expect(try await key.get(Sample.get(allow: [first])).data.signCount == 3)
    }

    @Test("The first credential of allowCredentials that is present signs")
    func takesTheFirstAllowedCredentialThatIsHere() async throws {
        let authenticator = SoftAuthenticator(.ios)
        let first = try await authenticator.make(Sample.make(user: Sample.user(1))).credentialID
        let second = try await authenticator.make(Sample.make(user: Sample.user(2))).credentialID
        #expect(try await authenticator.get(Sample.get(allow: [[1], second, first])).credentialID == second)
        #expect(try await authenticator.get(Sample.get(allow: [[1], first, second])).credentialID == first)
    }

    @Test("Without allowCredentials, the newest discoverable credential signs")
    func takesTheDiscoverableCredentialMadeLast() async throws {
        let authenticator = SoftAuthenticator(.securityKey)
        _ = try await authenticator.make(Sample.make(user: Sample.user(1), requireResidentKey: true))
        let last = try await authenticator.make(Sample.make(user: Sample.user(2), requireResidentKey: true))
        let bound = try await authenticator.make(Sample.make(user: Sample.user(3)))
        _ = try await authenticator.make(Sample.make(rpID: "other.example", requireResidentKey: true))
        let assertion = try await authenticator.get()
        #expect(assertion.credentialID == last.credentialID)
        #expect(assertion.userHandle == [2])
        let request = Sample.get(allow: [bound.credentialID])
        #expect(try await authenticator.get(request).credentialID == bound.credentialID)
    }

    @Test("Without a credential for the RP ID, an assertion is refused before a gesture")
    func findsNothingOfAnotherRelyingParty() async throws {
        let authenticator = SoftAuthenticator(.ios)
        let made = try await authenticator.make()
        for request in [
            Sample.get(rpID: "other.example"), Sample.get(rpID: "other.example", allow: [made.credentialID]),
            Sample.get(allow: [[1, 2, 3]]),
        ] {
            let interaction = RecordingInteraction()
            #expect(
                await errorName { _ = try await authenticator.getAssertion(request, interaction: interaction) }
                    == .notAllowedError)
            // Section 6.3.3, step 6 comes before the gesture.
            #expect(interaction.prompts.isEmpty)
        }
    }

    @Test("An assertion asks for one gesture and names the user")
    func asksOnceWithTheNameOfTheUser() async throws {
        let authenticator = SoftAuthenticator(.android)
        _ = try await authenticator.make()
        let interaction = RecordingInteraction()
        _ = try await authenticator.getAssertion(Sample.get(), interaction: interaction)
        let prompt = GesturePrompt(
            operation: .authenticate, rpID: Sample.rpID, userName: "ana", verification: .fingerprint)
        #expect(interaction.prompts == [prompt])
    }

    @Test("A declined assertion does not increment the counter")
    func declinedCountsNothing() async throws {
        let storage = MemoryCredentialStore()
        let authenticator = SoftAuthenticator(.securityKey, storage)
        let request = Sample.get(allow: [try await authenticator.make().credentialID])
        #expect(await errorName { _ = try await authenticator.get(request, .decline) } == .notAllowedError)
        #expect(storage.signCount() == 0)
    }

    @Test("A touch-only key refuses an assertion that requires user verification")
    func userVerificationIsNotToBeHadFromATouch() async throws {
        let authenticator = SoftAuthenticator(.securityKey)
        let request = Sample.get(
            allow: [try await authenticator.make().credentialID], requireUserVerification: true)
        #expect(await errorName { _ = try await authenticator.get(request) } == .notAllowedError)
    }

    @Test("A credential keeps its backup flags and counter under another profile")
    func aCredentialStaysWhatItWasUnderAnotherProfile() async throws {
        let storage = MemoryCredentialStore()
        let synced = try await SoftAuthenticator(.ios, storage).make(Sample.make(user: Sample.user(1)))
        let bound = try await SoftAuthenticator(.windows, storage).make(Sample.make(user: Sample.user(2)))
        let fromKey = try await SoftAuthenticator(.securityKey, storage)
            .get(Sample.get(allow: [synced.credentialID])).data
        #expect(fromKey.flags.description == "UP BE BS")
        #expect(fromKey.signCount == 0)
        let fromPhone = try await SoftAuthenticator(.ios, storage).get(Sample.get(allow: [bound.credentialID])).data
        #expect(fromPhone.flags.description == "UP UV")
        #expect(fromPhone.signCount == 1)
    }

    @Test("The signature counter does not wrap around")
    func theCounterDoesNotStartAnew() async throws {
        let authenticator = SoftAuthenticator(.securityKey, MemoryCredentialStore(signCount: .max - 1))
        let request = Sample.get(allow: [try await authenticator.make().credentialID])
        #expect(try await authenticator.get(request).data.signCount == .max)
        #expect(await errorName { _ = try await authenticator.get(request) } == .unknownError)
    }

    @Test("A malformed assertion request is refused")
    func malformedRequests() async throws {
        let authenticator = SoftAuthenticator(.ios)
        var shortHash = Sample.get()
        shortHash.clientDataHash = []
        for request in [shortHash, Sample.get(rpID: ""), Sample.get(rpID: "\(Sample.rpID)\0")] {
            #expect(await errorName { _ = try await authenticator.get(request) } == .unknownError)
        }
    }
}
