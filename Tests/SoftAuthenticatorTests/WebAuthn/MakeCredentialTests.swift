import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("makeCredential")
struct MakeCredentialTests {
    @Test("A new credential has the AAGUID, flags and ID length of its profile", arguments: AuthenticatorProfile.all)
    func givesWhatTheProfileSays(_ profile: AuthenticatorProfile) async throws {
        let made = try await SoftAuthenticator(profile).make()
        let data = try made.authenticatorData
        #expect(data.rpIDHash == Digest.sha256(Sample.rpID))
        #expect(data.signCount == 0)
        #expect(data.attestedCredentialData?.aaguid == profile.aaguid)
        #expect(data.attestedCredentialData?.credentialID == made.credentialID)
        #expect(made.credentialID.count == (profile.residentKeys == .always ? 32 : 64))
        #expect(try made.publicKey.algorithm == .es256)
        #expect(made.attestationObject.format == .none)
        #expect(made.attestationObject.statement == [:])
        #expect(made.isResidentKey == (profile.residentKeys == .always))
        let flags: [String: String] = [
            "ios": "UP UV BE BS AT", "android": "UP UV BE BS AT", "windows": "UP UV AT", "security-key": "UP AT",
            "fingerprint-key": "UP UV AT", "lab": "UP UV AT",
        ]
        #expect(data.flags.description == flags[profile.name])
    }

    @Test("The first requested algorithm that the profile supports is used", arguments: AuthenticatorProfile.devices)
    func algorithms(_ profile: AuthenticatorProfile) async throws {
        let authenticator = SoftAuthenticator(profile)
        for algorithm in [COSEAlgorithm.es256, .es384, .es512, .edDSA, .rs256] {
            let request = Sample.make(algorithms: [COSEAlgorithm(rawValue: -47), algorithm, .ps256])
            if profile.algorithms.contains(algorithm) {
                #expect(try await authenticator.make(request).publicKey.algorithm == algorithm)
            } else {
                #expect(await errorName { _ = try await authenticator.make(request) } == .notSupportedError)
            }
        }
        for order in [profile.algorithms, profile.algorithms.reversed()] {
            let made = try await authenticator.make(Sample.make(algorithms: [.ps256] + order))
            #expect(try made.publicKey.algorithm == order.first)
        }
    }

    @Test(
        "Packed self attestation verifies for each algorithm", arguments: [AuthenticatorProfile.windows, .securityKey],
        [AttestationConveyancePreference.indirect, .direct, .enterprise])
    func packed(_ profile: AuthenticatorProfile, _ conveyance: AttestationConveyancePreference) async throws {
        for algorithm in profile.algorithms {
            let made = try await SoftAuthenticator(profile).make(
                Sample.make(algorithms: [algorithm], attestation: conveyance))
            guard case .packed(let statement) = try AttestationStatement(made.attestationObject) else {
                Issue.record("found \(made.attestationObject.format), expected packed")
                return
            }
            #expect(statement.algorithm == algorithm)
            #expect(statement.x5c == nil)
            let message = made.attestationObject.authenticatorData + Sample.hash
            #expect(try made.publicKey.verifyingKey().verify(statement.signature, of: message))
        }
    }

    @Test(
        "The first requested format that the key supports is used, or else packed",
        arguments: [
            ([], AttestationFormat.packed), ([.packed], .packed), ([.none, .packed], .none),
            ([AttestationFormat(rawValue: "tpm"), .packed, .none], .packed),
            ([AttestationFormat(rawValue: "tpm")], .packed),
        ])
    func choosesTheServersFirstFormat(_ formats: [AttestationFormat], _ chosen: AttestationFormat) async throws {
        let made = try await SoftAuthenticator(.securityKey).make(
            Sample.make(attestation: .direct, formats: formats))
        #expect(made.attestationObject.format == chosen)
    }

    @Test("Phone profiles give no attestation")
    func phonesGiveNoAttestation() async throws {
        for profile in [AuthenticatorProfile.ios, .android] {
            let made = try await SoftAuthenticator(profile).make(
                Sample.make(attestation: .direct, formats: [.packed]))
            #expect(made.attestationObject.format == .none)
        }
    }

    @Test(
        "An excluded credential is revealed only with consent",
        arguments: [
            (UserGesture.approve, WebAuthnError.Name.invalidStateError), (.decline, .notAllowedError),
        ])
    func tellsOfAnExcludedCredentialWithConsentAlone(
        _ gesture: UserGesture, _ expected: WebAuthnError.Name
    ) async throws {
        let storage = MemoryCredentialStore()
        let authenticator = SoftAuthenticator(.ios, storage)
        let made = try await authenticator.make()
        let request = Sample.make(user: Sample.user(9), exclude: [[1], made.credentialID])
        let interaction = RecordingInteraction(gesture)
        #expect(
            await errorName { _ = try await authenticator.makeCredential(request, interaction: interaction) }
                == expected)
        #expect(interaction.prompts.map(\.operation) == [.register])
        #expect(storage.credentials(rpID: nil).map(\.id) == [made.credentialID])
    }

    @Test("A credential of another relying party is not excluded")
    func excludesWithinTheRelyingPartyAlone() async throws {
        let authenticator = SoftAuthenticator(.ios)
        let made = try await authenticator.make()
        let other = try await authenticator.make(Sample.make(rpID: "other.example", exclude: [made.credentialID]))
        #expect(other.credentialID != made.credentialID)
    }

    @Test("A registration asks for one gesture and names the relying party and user")
    func asksOnceWithTheNamesOfTheRequest() async throws {
        let interaction = RecordingInteraction()
        _ = try await SoftAuthenticator(.ios).makeCredential(Sample.make(), interaction: interaction)
        let prompt = GesturePrompt(
            operation: .register, rpID: Sample.rpID, rpName: "Shop", userName: "ana", verification: .face)
        #expect(interaction.prompts == [prompt])
    }

    @Test("A declined registration stores no credential")
    func declinedMakesNothing() async throws {
        let storage = MemoryCredentialStore()
        let authenticator = SoftAuthenticator(.ios, storage)
        #expect(await errorName { _ = try await authenticator.make(Sample.make(), .decline) } == .notAllowedError)
        #expect(storage.credentials(rpID: nil).isEmpty)
    }

    @Test("A touch-only key refuses required user verification without a prompt")
    func userVerificationIsNotToBeHadFromATouch() async throws {
        let interaction = RecordingInteraction()
        let authenticator = SoftAuthenticator(.securityKey)
        let request = Sample.make(requireUserVerification: true)
        #expect(
            await errorName { _ = try await authenticator.makeCredential(request, interaction: interaction) }
                == .constraintError)
        #expect(interaction.prompts.isEmpty)
    }

    @Test("A discoverable credential replaces that of the same user and relying party")
    func aDiscoverableCredentialReplacesThatOfTheSameUser() async throws {
        let storage = MemoryCredentialStore()
        let authenticator = SoftAuthenticator(.securityKey, storage)
        let other = try await authenticator.make(Sample.make(user: Sample.user(9), requireResidentKey: true))
        let bound = try await authenticator.make()
        let first = try await authenticator.make(Sample.make(requireResidentKey: true))
        let elsewhere = try await authenticator.make(Sample.make(rpID: "other.example", requireResidentKey: true))
        let second = try await authenticator.make(Sample.make(requireResidentKey: true))
        #expect(first.isResidentKey == true)
        #expect(
            storage.credentials(rpID: nil).map(\.id)
                == [second, elsewhere, other].map(\.credentialID))
        #expect(try await authenticator.get(Sample.get(allow: [bound.credentialID])).credentialID == bound.credentialID)
        #expect(
            await errorName { _ = try await authenticator.get(Sample.get(allow: [first.credentialID])) }
                == .notAllowedError)
    }

    @Test("A registration carries the counter without incrementing it")
    func carriesTheCounterAsItStands() async throws {
        let authenticator = SoftAuthenticator(.securityKey, MemoryCredentialStore(signCount: 41))
        #expect(try await authenticator.make().authenticatorData.signCount == 41)
        #expect(try await authenticator.make().authenticatorData.signCount == 41)
    }

    @Test("A malformed registration request is refused")
    func malformedRequests() async throws {
        let authenticator = SoftAuthenticator(.ios)
        var shortHash = Sample.make()
        shortHash.clientDataHash.removeLast()
        var noHandle = Sample.make()
        noHandle.user.id = []
        var longHandle = Sample.make()
        longHandle.user.id = [UInt8](repeating: 7, count: 65)
        for request in [shortHash, noHandle, longHandle, Sample.make(rpID: "")] {
            #expect(await errorName { _ = try await authenticator.make(request) } == .unknownError)
        }
        #expect(await errorName { _ = try await authenticator.make(Sample.make(algorithms: [])) } == .notSupportedError)
    }

    @Test("A new credential ID that already exists is refused")
    func aCredentialIDThatExistsIsAFault() async throws {
        let storage = MemoryCredentialStore()
        for (user, expected) in [(Sample.user(1), nil), (Sample.user(2), WebAuthnError.Name.unknownError)] {
            let authenticator = SoftAuthenticator(
                profile: .ios, storage: storage, random: SeededRandom(seed: "same"))
            #expect(await errorName { _ = try await authenticator.make(Sample.make(user: user)) } == expected)
        }
    }
}
