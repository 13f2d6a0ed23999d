import CTAP
import Synchronization
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("The CTAP face")
struct CTAPDeviceTests {
    // MARK: getInfo

    @Test("getInfo reports the capabilities of the profile", arguments: AuthenticatorProfile.all)
    func tellsWhatItCanDo(_ profile: AuthenticatorProfile) async throws {
        let device = Device(profile)
        let info = try await device.getInfo()
        let u2f = profile.attachment == .crossPlatform ? ["U2F_V2"] : []
        #expect(info.versions == u2f + ["FIDO_2_0", "FIDO_2_1_PRE", "FIDO_2_1", "FIDO_2_3"])
        #expect(
            info.extensions == [
                "credBlob", "credProtect", "hmac-secret", "hmac-secret-mc", profile.largeBlobs.extensionName,
                "minPinLength", "pinComplexityPolicy", "thirdPartyPayment",
            ])
        #expect(info.aaguid == profile.aaguid)
        let options = [
            "plat": profile.attachment == .platform, "rk": true, "up": true, "clientPin": false,
            "pinUvAuthToken": true, "credMgmt": true, "credentialMgmtPreview": true, "perCredMgmtRO": true,
            "authnrCfg": true, "setMinPINLength": true, "makeCredUvNotRqd": true, "alwaysUv": false,
        ]
        let sensor = [
            "uv": false, "bioEnroll": false, "userVerificationMgmtPreview": false, "uvBioEnroll": true, "uvAcfg": true,
        ]
        let largeBlobs = profile.largeBlobs == .array ? ["largeBlobs": true] : [:]
        #expect(
            info.options
                == options.merging(profile.verification == .fingerprint ? sensor : [:]) { $1 }
                .merging(largeBlobs) { $1 })
        #expect(info.maxMsgSize == device.key.maxMsgSize)
        #expect(info.pinUvAuthProtocols == [2, 1])
        #expect(info.transports == profile.transports)
        #expect(info.algorithms == profile.algorithms)
        #expect(info.forcePINChange == false)
        #expect(info.minPINLength == 4)
        #expect(info.maxPINLength == 63)
        #expect(info.pinComplexityPolicy == false)
        #expect(info.maxRPIDsForSetMinPINLength == 8)
        #expect(info.authenticatorConfigCommands == [2, 3, 4])
        #expect(info.longTouchForReset == false)
        #expect(info.pinComplexityPolicyURL == nil)
        #expect(info.maxSerializedLargeBlobArray == (profile.largeBlobs == .array ? 65_536 : nil))
        #expect(info.maxCredBlobLength == 64)
        // A list of formats must not be empty; "none" is implied.
        #expect(info.attestationFormats == (profile.attestationFormats.contains(.packed) ? ["packed"] : nil))
        #expect(info.transportsForReset == profile.transports)
        #expect(info.uvCountSinceLastPinEntry == (profile.verification == .fingerprint ? 0 : nil))
        #expect(info.encIdentifier == nil)
        #expect(info.encCredStoreState == nil)
        #expect(info.remainingDiscoverableCredentials == 100)
    }

    /// For transports with smaller messages than CTAPHID.
    @Test("A smaller maxMsgSize limits the length of credential lists")
    func theLongestRequestLimitsLists() async throws {
        let key = Device().authenticator.ctapProcessor(interaction: ScriptedInteraction(.approve), maxMsgSize: 1768)
        guard case .getInfo(let info) = try await key.process(.getInfo, keepalive: { _ in }) else {
            Issue.record("authenticatorGetInfo is answered by something else")
            return
        }
        #expect((key.maxMsgSize, info.maxMsgSize) == (1768, 1768))
        let (count, length) = (try #require(info.maxCredentialCountInList), try #require(info.maxCredentialIDLength))
        #expect(count >= 1)
        #expect(count * (length + 25) + 1024 <= 1768)
    }

    @Test(
        "A credential list of the maximum length fits, and a longer one is refused", arguments: AuthenticatorProfile.all
    )
    func theLimitsGoTogether(_ profile: AuthenticatorProfile) async throws {
        let device = Device(profile)
        let info = try await device.getInfo()
        let (count, length) = (try #require(info.maxCredentialCountInList), try #require(info.maxCredentialIDLength))
        #expect(count >= 20)
        // {"id": ..., "type": "public-key"} for each, and a kilobyte for the rest.
        #expect(count * (length + 25) + 1024 <= device.key.maxMsgSize)
        for algorithm in profile.algorithms {
            let made = try await device.make(.sample(algorithms: [algorithm]))
            #expect(try made.credentialID.count <= length)
        }
        let list = (0..<count).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: length) }
        #expect(await status { _ = try await device.make(.sample(exclude: list)) } == nil)
        #expect(await status { _ = try await device.make(.sample(exclude: list + [[1]])) } == .limitExceeded)
        #expect(await status { _ = try await device.get(.sample(allow: list)) } == .noCredentials)
        #expect(await status { _ = try await device.get(.sample(allow: list + [[1]])) } == .limitExceeded)
    }

    @Test("getInfo follows changes of the PIN and of the stored credentials")
    func tellsWhatHasChanged() async throws {
        let device = Device(capacity: 3)
        #expect(try await device.getInfo().remainingDiscoverableCredentials == 3)
        try await device.setPIN()
        #expect(try await device.getInfo().options["clientPin"] == true)
        let made = try await device.make(.sample(options: .init(rk: true), token: try await device.token()))
        #expect(try await device.getInfo().remainingDiscoverableCredentials == 2)
        _ = try await device.authenticator.make(Sample.make(user: Sample.user(2), requireResidentKey: true))
        #expect(try await device.getInfo().remainingDiscoverableCredentials == 1)
        try await device.deleteCredential(try made.credentialID)
        #expect(try await device.getInfo().remainingDiscoverableCredentials == 2)
        _ = try await device.send(.reset)
        let info = try await device.getInfo()
        #expect(info.remainingDiscoverableCredentials == 3)
        #expect(info.options["clientPin"] == false)
    }

    @Test("getInfo reports no room if the storage holds more than the capacity")
    func aSmallerCapacityLeavesNoRoom() async throws {
        let storage = MemoryCredentialStore()
        _ = try await Device(storage: storage).fill(3)
        #expect(try await Device(storage: storage, capacity: 2).getInfo().remainingDiscoverableCredentials == 0)
    }

    @Test("Deleting a credential removes its opened key")
    func anOpenedKeyDoesNotOutliveItsCredential() async throws {
        let device = Device()
        try await device.setPIN()
        let made = try await device.make(.sample(options: .init(rk: true), token: try await device.token()))
        _ = try await device.get()
        let name = SigningKeyCache.Name.publicKey(try made.publicKey)
        #expect(device.authenticator.engine.keys[name] != nil)
        try await device.deleteCredential(try made.credentialID)
        #expect(device.authenticator.engine.keys[name] == nil)
    }

    // MARK: Selection and reset

    @Test("Selection and reset require a touch", arguments: [CTAPCommand.selection, .reset])
    func selectionAndResetAskForATouch(_ command: CTAPCommand) async throws {
        let interaction = RecordingInteraction()
        #expect(try await Device(interaction: interaction).send(command) == .empty)
        #expect(
            interaction.prompts == [
                GesturePrompt(operation: command == .reset ? .reset : .select, verification: .none)
            ])
        let declining = Device(interaction: GestureInteraction(.decline))
        #expect(await status { _ = try await declining.send(command) } == .operationDenied)
        let sleeping = Device(interaction: GestureInteraction(.timeout))
        #expect(await status { _ = try await sleeping.send(command) } == .userActionTimeout)
    }

    @Test("A reset forgets everything but the signature counter")
    func aResetForgetsAllButTheCounter() async throws {
        let device = Device()
        try await device.setPIN()
        let sealed = try await device.make().credentialID
        let stored = try await device.make(
            .sample(options: .init(rk: true), token: try await device.token())
        ).credentialID
        _ = try await device.get(.sample(allow: [sealed]))
        let token = try await device.token()
        let agreement = try await device.clientPIN(.init(.getKeyAgreement, pinUvAuthProtocol: 2)).keyAgreement
        _ = try await device.send(.reset)
        #expect(device.storage.pinState() == nil)
        #expect(device.storage.credentials(rpID: nil).isEmpty)
        for id in [sealed, stored] {
            #expect(await status { _ = try await device.get(.sample(allow: [id])) } == .noCredentials)
            #expect(await status { _ = try await device.make(.sample(exclude: [id])) } == nil)
        }
        #expect(try await device.clientPIN(.init(.getKeyAgreement, pinUvAuthProtocol: 2)).keyAgreement != agreement)
        try await device.setPIN()
        #expect(await status { _ = try await device.make(.sample(token: token)) } == .pinAuthInvalid)
        let made = try await device.make()
        #expect(try made.data.signCount == 1)
        #expect(try await device.get(.sample(allow: [try made.credentialID])).data.signCount == 2)
    }

    /// Resets the key before it approves.
    private struct ResettingInteraction: UserInteraction {
        let key: any CTAPProcessor

        func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
            _ = try? await key.process(.reset) { _ in }
            return .approve
        }
    }

    @Test("A reset while a WebAuthn assertion awaits a gesture makes it fail", arguments: [true, false])
    func aResetVoidsWhatTheOtherFaceHasFound(isDiscoverable: Bool) async throws {
        let device = Device()
        let id = try await device.make(.sample(options: .init(rk: isDiscoverable))).credentialID
        let interaction = ResettingInteraction(key: device.key)
        await #expect(throws: WebAuthnError.self) {
            try await device.authenticator.getAssertion(Sample.get(allow: [id]), interaction: interaction)
        }
    }

    @Test("A reset is accepted only within 10 seconds after power-up")
    func aResetIsTakenForTenSecondsAfterPowerUp() async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction)
        device.uptime.advance(by: .seconds(10))
        _ = try await device.send(.reset)
        device.uptime.advance(by: .milliseconds(1))
        _ = try await device.fill(1)
        #expect(await status { _ = try await device.send(.reset) } == .notAllowed)
        #expect(interaction.prompts.map(\.operation) == [.reset, .register])
        #expect(device.storage.discoverableCount() == 1)
        device.key.powerCycle()
        _ = try await device.send(.reset)
        #expect(device.storage.discoverableCount() == 0)
    }

    // MARK: Power

    @Test("A power cycle voids tokens and key agreements and keeps PIN and credentials")
    func aPowerCycleVoidsTokensAndKeepsTheRest() async throws {
        let device = Device()
        try await device.setPIN()
        let id = try await device.make(.sample(options: .init(rk: true), token: try await device.token())).credentialID
        let token = try await device.token()
        let agreement = try await device.clientPIN(.init(.getKeyAgreement, pinUvAuthProtocol: 1)).keyAgreement
        device.key.powerCycle()
        #expect(await status { _ = try await device.get(.sample(token: token)) } == .pinAuthInvalid)
        #expect(try await device.clientPIN(.init(.getKeyAgreement, pinUvAuthProtocol: 1)).keyAgreement != agreement)
        #expect(try await device.get(.sample(token: try await device.token())).credential.id == id)
    }

    /// Runs an action before it approves.
    private struct BusyInteraction: UserInteraction {
        let action: @Sendable () -> Void

        func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
            action()
            return .approve
        }
    }

    @Test("A power cycle ends a command that awaits a touch", arguments: [true, false])
    func powerCycleWhileWaiting(comesWithTheTouch: Bool) async throws {
        let storage = MemoryCredentialStore()
        let command = AuthenticatorMakeCredential.sample(options: .init(rk: true))
        if comesWithTheTouch {
            let key = Mutex<(any CTAPProcessor)?>(nil)
            let device = Device(
                interaction: BusyInteraction { key.withLock { $0 }?.powerCycle() }, storage: storage)
            key.withLock { $0 = device.key }
            // The key holds the interaction too.
            defer { key.withLock { $0 = nil } }
            #expect(await status { _ = try await device.make(command) } == .keepaliveCancel)
        } else {
            let interaction = SilentInteraction()
            let device = Device(interaction: interaction, storage: storage)
            let waiting = Task { await status { _ = try await device.make(command) } }
            await interaction.waitUntilAsked()
            device.key.powerCycle()
            #expect(await waiting.value == .keepaliveCancel)
        }
        #expect(storage.credentials(rpID: nil).isEmpty)
    }

    // MARK: Reproducibility

    @Test("The same seed gives the same CTAP responses")
    func aSeedGivesTheSameBytes() async throws {
        func run(_ seed: String) async throws -> [CTAPResponse] {
            let device = Device(random: SeededRandom(seed: seed))
            let sealed = AuthenticatorMakeCredential.sample(algorithms: [.es512])
            let id = try await device.make(sealed).credentialID
            var responses = [try await device.send(.makeCredential(.sample(options: .init(rk: true))))]
            responses.append(try await device.send(.getAssertion(.sample(allow: [id]))))
            responses.append(try await device.send(.getAssertion(.sample())))
            return responses
        }
        #expect(try await run("one") == run("one"))
        #expect(try await run("one") != run("two"))
    }

    @Test("A repeated seed repeats no nonce for another plaintext")
    func aRepeatedSeedRepeatsNoNonceForAnotherPlaintext() async throws {
        let storage = MemoryCredentialStore()
        var nonces: Set<[UInt8]> = []
        // The same key with the same secret, for different relying parties.
        for rpID in ["a.example", "b.example", "c.example"] {
            let device = Device(storage: storage, random: SeededRandom(seed: "same"))
            nonces.insert(Array(try await device.make(.sample(rpID: rpID)).credentialID[..<12]))
        }
        #expect(nonces.count == 3)
    }
}

extension Device {
    func deleteCredential(_ id: [UInt8]) async throws {
        let token = try await token(.credentialManagement, rpID: nil)
        // {2: {"id": ..., "type": "public-key"}}
        let parameters =
            [0xA1, 0x02, 0xA2, 0x62, 0x69, 0x64, 0x58, UInt8(id.count)] + id
            + [0x64, 0x74, 0x79, 0x70, 0x65, 0x6A] + Array("public-key".utf8)
        _ = try await send(
            .credentialManagement(
                .init(
                    .deleteCredential, credentialID: CTAPCredentialDescriptor(id: id), encodedParameters: parameters,
                    pinUvAuthProtocol: token.protocolNumber, pinUvAuthParam: token.authenticate([0x06] + parameters))))
    }
}
