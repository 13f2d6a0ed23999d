import Attestation
import CTAP
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("authenticatorMakeCredential")
struct CTAPMakeCredentialTests {
    @Test(
        "A new credential has the AAGUID, flags and attestation of its profile", arguments: AuthenticatorProfile.devices
    )
    func givesWhatTheProfileSays(_ profile: AuthenticatorProfile) async throws {
        let device = Device(profile)
        for algorithm in profile.algorithms {
            let made = try await device.make(.sample(algorithms: [algorithm]))
            #expect(try made.publicKey.algorithm == algorithm)
            let data = try made.data
            #expect(data.rpIDHash == Digest.sha256(Sample.rpID))
            #expect(data.attestedCredentialData?.aaguid == profile.aaguid)
            #expect(data.flags.description == (profile.isBackedUp ? "UP BE BS AT" : "UP AT"))
            #expect(data.extensions == nil)
            #expect(made.epAtt == nil)
            let statement = try AttestationStatement(made.attestationObject)
            guard case .packed(let packed) = statement else {
                #expect(profile.attestationFormats == [.none])
                continue
            }
            #expect(packed.x5c == nil)
            let message = made.attestationObject.authenticatorData + Sample.hash
            #expect(try made.publicKey.verifyingKey().verify(packed.signature, of: message))
        }
    }

    @Test(
        "A certified authenticator attests each algorithm with its certificates",
        arguments: [AuthenticatorProfile.windows, .securityKey])
    func certified(_ profile: AuthenticatorProfile) async throws {
        let identity = try AttestationIdentity.make(
            aaguid: profile.aaguid, random: SystemRandom(), now: Timestamp(microseconds: 1_700_000_000_000_000))
        let device = Device(profile, attestation: .certified(identity))
        for algorithm in profile.algorithms {
            let made = try await device.make(.sample(algorithms: [algorithm]))
            guard case .packed(let statement) = try AttestationStatement(made.attestationObject) else {
                Issue.record("found \(made.attestationObject.format), expected packed")
                return
            }
            #expect(statement.algorithm == .es256)
            #expect(statement.x5c == identity.certificates.map(\.der))
            let key = try VerifyingKey(try #require(identity.certificates.first).publicKey())
            let message = made.attestationObject.authenticatorData + Sample.hash
            #expect(key.verify(statement.signature, of: message, scheme: .ecdsa(.sha256)))
            // libfido2 accepts 2048 bytes, including the status; extensions may add a hundred.
            #expect(made.attestationObject.encoded.count < 1900)
        }
    }

    @Test("Only discoverable credentials are stored, one for each user")
    func keepsDiscoverableCredentialsAlone() async throws {
        let device = Device()
        _ = try await device.make()
        #expect(device.storage.discoverableCount() == 0)
        let made = try await device.make(.sample(options: .init(rk: true)))
        #expect(device.storage.credentials(rpID: Sample.rpID).map(\.id) == [try made.credentialID])
        let again = try await device.make(.sample(options: .init(rk: true)))
        #expect(device.storage.credentials(rpID: Sample.rpID).map(\.id) == [try again.credentialID])
    }

    /// The prompt must still show the RP ID above a name that a page made up.
    @Test("A long user name is cut in the prompt")
    func aLongNameIsCutWhereItIsShown() async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction)
        let user = PublicKeyCredentialUserEntity(
            id: [1], name: String(repeating: " ", count: 5000) + "sign in to bank.example", displayName: "")
        _ = try await device.make(.sample(user: user))
        _ = try await device.authenticator.makeCredential(
            MakeCredentialRequest(
                clientDataHash: Sample.hash, rpID: Sample.rpID, rpName: "Shop", user: user, algorithms: [.es256]),
            interaction: interaction)
        #expect(interaction.prompts.map { $0.userName?.utf8.count } == [128, 128])
    }

    @Test("A registration asks for a touch and names the relying party and user")
    func asksForATouchWithTheNames() async throws {
        let interaction = RecordingInteraction()
        _ = try await Device(interaction: interaction).make()
        #expect(
            interaction.prompts == [
                GesturePrompt(
                    operation: .register, rpID: Sample.rpID, rpName: "Shop", userName: "ana", verification: .none)
            ])
    }

    // MARK: What is wrong with a request

    @Test("A wrong input is refused with the status of its step, before a touch", arguments: wrongInputs)
    func wrongInput(_ input: WrongInput) async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction)
        if input.hasPIN { try await device.setPIN() }
        var command = AuthenticatorMakeCredential.sample()
        input.change(&command)
        #expect(await status { _ = try await device.make(command) } == input.status)
        #expect(interaction.prompts.isEmpty)
        #expect(device.storage.credentials(rpID: nil).isEmpty)
    }

    struct WrongInput: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var hasPIN = false
        let status: CTAPStatus
        let change: @Sendable (inout AuthenticatorMakeCredential) -> Void
    }

    static let wrongInputs: [WrongInput] = [
        .init(testDescription: "long RP ID", status: .invalidLength) { $0.rp.id = String(repeating: "a", count: 256) },
        .init(testDescription: "list too long", status: .limitExceeded) {
            $0.excludeList = .init(repeating: .init(id: [1]), count: 54)
        },
        .init(testDescription: "param without protocol", status: .missingParameter) { $0.pinUvAuthParam = [1] },
        .init(testDescription: "unknown protocol", status: .invalidParameter) {
            ($0.pinUvAuthParam, $0.pinUvAuthProtocol) = ([1], 3)
        },
        .init(testDescription: "no algorithms", status: .unsupportedAlgorithm) { $0.pubKeyCredParams = [] },
        .init(testDescription: "no algorithm of ours", status: .unsupportedAlgorithm) {
            $0.pubKeyCredParams = [.init(algorithm: .rs256), .init(type: "other", algorithm: .es256)]
        },
        .init(testDescription: "uv", status: .invalidOption) { $0.options.uv = true },
        .init(testDescription: "uv with PIN", hasPIN: true, status: .invalidOption) { $0.options.uv = true },
        .init(testDescription: "no up", status: .invalidOption) { $0.options.up = false },
        .init(testDescription: "rk without token", hasPIN: true, status: .puatRequired) { $0.options.rk = true },
        .init(testDescription: "enterprise attestation", status: .invalidParameter) { $0.enterpriseAttestation = 1 },
        .init(testDescription: "wrong token", hasPIN: true, status: .pinAuthInvalid) {
            ($0.pinUvAuthParam, $0.pinUvAuthProtocol) = ([UInt8](repeating: 1, count: 32), 2)
        },
        // Pairs of faults, to check which is reported first.
        .init(testDescription: "algorithm before options", status: .unsupportedAlgorithm) {
            $0.pubKeyCredParams = []
            $0.options.up = false
        },
        .init(testDescription: "protocol before algorithm", status: .invalidParameter) {
            ($0.pinUvAuthParam, $0.pinUvAuthProtocol) = ([1], 3)
            $0.pubKeyCredParams = []
        },
        .init(testDescription: "token before enterprise attestation", hasPIN: true, status: .puatRequired) {
            $0.options.rk = true
            $0.enterpriseAttestation = 1
        },
    ]

    @Test("An invalid credProtect level is refused after the touch")
    func badExtensionsAreToldAfterTheTouch() async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction)
        for level in [0, 4, 257, .max] as [UInt64] {
            let command = AuthenticatorMakeCredential.sample(extensions: .init(credProtect: level))
            #expect(await status { _ = try await device.make(command) } == .invalidParameter)
        }
        #expect(interaction.prompts.count == 4)
    }

    @Test("Options that have their default values are accepted")
    func optionsThatAreTrueAnywayArePassedOver() async throws {
        let made = try await Device().make(.sample(options: .init(rk: false, up: true, uv: false)))
        #expect(try made.data.flags.description == "UP AT")
    }

    // MARK: The touch

    @Test(
        "Without a touch, a registration is denied and stores no credential",
        arguments: [(UserGesture.decline, CTAPStatus.operationDenied), (.timeout, .operationDenied)])
    func withoutATouchNothingIsMade(_ gesture: UserGesture, _ expected: CTAPStatus) async throws {
        let device = Device(interaction: GestureInteraction(gesture))
        #expect(await status { _ = try await device.make(.sample(options: .init(rk: true))) } == expected)
        #expect(device.storage.credentials(rpID: nil).isEmpty)
    }

    @Test("A zero-length pinUvAuthParam asks for a touch and reports whether a PIN is set", arguments: [true, false])
    func touchProbe(hasPIN: Bool) async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction)
        if hasPIN { try await device.setPIN() }
        var command = AuthenticatorMakeCredential.sample()
        // This answer comes before every other check.
        (command.pinUvAuthParam, command.pinUvAuthProtocol, command.pubKeyCredParams) = ([], nil, [])
        #expect(await status { _ = try await device.make(command) } == (hasPIN ? .pinInvalid : .pinNotSet))
        #expect(interaction.prompts == [GesturePrompt(operation: .select, verification: .none)])
        let declining = Device(interaction: GestureInteraction(.decline), storage: device.storage)
        #expect(await status { _ = try await declining.make(command) } == .operationDenied)
    }

    // MARK: Excluded credentials

    @Test("An excluded credential is reported after a prompt, whatever the gesture", arguments: [true, false])
    func excluded(isDiscoverable: Bool) async throws {
        let storage = MemoryCredentialStore()
        let id = try await Device(storage: storage).make(.sample(options: .init(rk: isDiscoverable))).credentialID
        for gesture in [UserGesture.approve, .decline, .timeout] {
            let interaction = GestureInteraction(gesture)
            let device = Device(interaction: interaction, storage: storage)
            let foreign = (0..<50).map { [UInt8](repeating: $0, count: 64) }
            let command = AuthenticatorMakeCredential.sample(user: Sample.user(9), exclude: foreign + [id])
            #expect(await status { _ = try await device.make(command) } == .credentialExcluded)
            #expect(interaction.count == 1)
            #expect(
                await status { _ = try await device.make(.sample(rpID: "other.example", exclude: [id])) }
                    == (gesture == .approve ? nil : .operationDenied))
        }
    }

    @Test("credProtect level 3 hides an excluded credential from an unverified user", arguments: [true, false])
    func hiddenExclusion(isDiscoverable: Bool) async throws {
        let device = Device()
        let id = try await device.make(
            .sample(extensions: .init(credProtect: 3), options: .init(rk: isDiscoverable))
        ).credentialID
        let command = AuthenticatorMakeCredential.sample(user: Sample.user(9), exclude: [id])
        #expect(await status { _ = try await device.make(command) } == nil)
        try await device.setPIN()
        let verified = AuthenticatorMakeCredential.sample(
            user: Sample.user(9), exclude: [id], token: try await device.token())
        #expect(await status { _ = try await device.make(verified) } == .credentialExcluded)
    }

    @Test("An excludeList entry of another type is ignored")
    func descriptorsOfOtherTypesAreNotOurs() async throws {
        let device = Device()
        let id = try await device.make().credentialID
        var command = AuthenticatorMakeCredential.sample()
        command.excludeList = [CTAPCredentialDescriptor(id: id, type: "other")]
        #expect(await status { _ = try await device.make(command) } == nil)
    }

    // MARK: User verification

    @Test("A token verifies the user for one registration", arguments: PINUVAuthProtocol.allCases)
    func verified(_ version: PINUVAuthProtocol) async throws {
        let device = Device()
        try await device.setPIN()
        let command = AuthenticatorMakeCredential.sample(
            options: .init(rk: true, uv: true), token: try await device.token(version: version))
        #expect(try await device.make(command).data.flags.description == "UP UV AT")
        // The touch has used up the token's permissions.
        #expect(await status { _ = try await device.make(command) } == .pinAuthInvalid)
    }

    @Test("Without a PIN, pinUvAuthParam is ignored")
    func withoutAPINAParamIsPassedOver() async throws {
        var command = AuthenticatorMakeCredential.sample(options: .init(rk: true))
        (command.pinUvAuthParam, command.pinUvAuthProtocol) = ([1, 2, 3], 1)
        #expect(try await Device().make(command).data.flags.description == "UP AT")
    }

    @Test("With a PIN, a non-discoverable credential needs no token")
    func nonDiscoverableOnesNeedNoToken() async throws {
        let device = Device()
        try await device.setPIN()
        #expect(try await device.make().data.flags.description == "UP AT")
    }

    @Test("A token without the permission or for another RP ID is refused")
    func aTokenIsGoodForItsPermissionAndRPAlone() async throws {
        let device = Device()
        try await device.setPIN()
        let wrongPermission = AuthenticatorMakeCredential.sample(token: try await device.token(.getAssertion))
        #expect(await status { _ = try await device.make(wrongPermission) } == .pinAuthInvalid)
        let wrongRP = AuthenticatorMakeCredential.sample(rpID: "other.example", token: try await device.token())
        #expect(await status { _ = try await device.make(wrongRP) } == .pinAuthInvalid)
    }

    // MARK: Room

    @Test("A full key accepts only replacements and non-discoverable credentials")
    func aFullKeyTakesReplacementsAlone() async throws {
        let device = Device(capacity: 2)
        for user in [1, 2, 1] as [UInt8] {
            _ = try await device.make(.sample(user: Sample.user(user), options: .init(rk: true)))
        }
        let third = AuthenticatorMakeCredential.sample(user: Sample.user(3), options: .init(rk: true))
        #expect(await status { _ = try await device.make(third) } == .keyStoreFull)
        _ = try await device.make(.sample(user: Sample.user(3)))
        #expect(device.storage.discoverableCount() == 2)
    }

    @Test("Long names are cut when a credential is stored")
    func longNamesAreCut() async throws {
        let device = Device()
        let name = String(repeating: "ação ", count: 40)
        _ = try await device.make(
            .sample(user: .init(id: [1], name: name, displayName: name), options: .init(rk: true)))
        let kept = try #require(device.storage.credentials(rpID: nil).first).user
        for text in [kept.name, kept.displayName] {
            #expect(name.hasPrefix(text))
            #expect((64...128).contains(text.utf8.count))
        }
    }
}
