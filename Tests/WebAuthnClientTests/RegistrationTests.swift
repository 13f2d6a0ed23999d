import Attestation
import Synchronization
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

@Suite struct RegistrationTests {
    private static func options(
        rpID: String? = "belvo.com", _ change: (inout PublicKeyCredentialCreationOptions) -> Void = { _ in }
    ) -> PublicKeyCredentialCreationOptions {
        var options = PublicKeyCredentialCreationOptions(
            rp: .init(id: rpID, name: "Belvo"), user: .init(id: [1, 2, 3], name: "ana", displayName: "Ana"),
            challenge: Array("GwlOdD8NhgnImQ".utf8), pubKeyCredParams: [.rs256, .es256])
        change(&options)
        return options
    }

    private func create(
        _ options: PublicKeyCredentialCreationOptions = options(), origin: String? = nil,
        with authenticator: FakeAuthenticator, person: any UserInteraction = Person.approving
    ) async throws -> RegistrationResponse {
        try await WebAuthnClient(authenticator: authenticator, interaction: person, clock: ManualClock())
            .create(options, origin: try origin.map { try Origin($0) })
    }

    @Test("A registration has the expected client data and gives the authenticator its hash")
    func clientDataByteForByte() async throws {
        let authenticator = try FakeAuthenticator()
        let response = try await create(with: authenticator)
        let expected =
            #"{"type":"webauthn.create","challenge":"R3dsT2REOE5oZ25JbVE","#
            + #""origin":"https://belvo.com","crossOrigin":false}"#
        #expect(String(decoding: response.clientDataJSON, as: UTF8.self) == expected)
        #expect(authenticator.asked.making?.clientDataHash == Digest.sha256(expected))
    }

    @Test("The client data contains the given origin")
    func theOriginGivenStandsInTheClientData() async throws {
        let response = try await create(origin: "https://app.belvo.com:8443", with: FakeAuthenticator())
        let clientData = try CollectedClientData(parsing: response.clientDataJSON)
        #expect(clientData.origin == "https://app.belvo.com:8443")
    }

    @Test("A registration response contains the authenticator's attachment and transports")
    func theResponseSaysWhatTheAuthenticatorIs() async throws {
        let response = try await create(with: FakeAuthenticator())
        #expect(response.credentialID == FakeAuthenticator.credentialID)
        #expect(response.transports == [.hybrid, .internal])
        #expect(response.authenticatorAttachment == .platform)
        #expect(response.clientExtensionResults.isEmpty)
        #expect(try response.json()["response"]?["publicKeyAlgorithm"]?.intValue == -7)
    }

    @Test("The authenticator gets the members of the creation options")
    func theRequestToTheAuthenticator() async throws {
        let authenticator = try FakeAuthenticator()
        _ = try await create(
            Self.options {
                $0.excludeCredentials = [.init(id: [9])]
                $0.attestation = .direct
                $0.attestationFormats = [.packed]
            },
            with: authenticator)
        let request = try #require(authenticator.asked.making)
        #expect(request.rpID == "belvo.com")
        #expect(request.rpName == "Belvo")
        #expect(request.user.id == [1, 2, 3])
        #expect(request.excludeCredentials == [.init(id: [9])])
        #expect(request.attestation == .direct)
        #expect(request.attestationFormats == [.packed])
    }

    @Test(
        "The authenticator is given the common algorithms in the server's order",
        arguments: [
            ([.rs256, .edDSA, .es256], [.es256, .rs256], [.rs256, .es256]), ([], [.rs256, .es256], [.es256, .rs256]),
            ([COSEAlgorithm(rawValue: -65535), .es256], [.es256], [.es256]),
        ] as [([COSEAlgorithm], [COSEAlgorithm], [COSEAlgorithm])])
    func algorithmsInTheServersOrder(
        offered: [COSEAlgorithm], supported: [COSEAlgorithm], expected: [COSEAlgorithm]
    ) async throws {
        let authenticator = try FakeAuthenticator(FakeAuthenticator.able(algorithms: supported))
        _ = try await create(Self.options { $0.pubKeyCredParams = offered }, with: authenticator)
        #expect(authenticator.asked.making?.algorithms == expected)
    }

    @Test(
        "A resident key is asked for if it is required, or preferred and supported",
        arguments: [
            (ResidentKeyRequirement.required, true, true), (.preferred, true, true), (.preferred, false, false),
            (.discouraged, true, false), (.discouraged, false, false),
        ])
    func residentKeys(wanted: ResidentKeyRequirement, able: Bool, expected: Bool) async throws {
        let authenticator = try FakeAuthenticator(FakeAuthenticator.able(residentKeys: able))
        _ = try await create(Self.options { $0.authenticatorSelection.residentKey = wanted }, with: authenticator)
        #expect(authenticator.asked.making?.requireResidentKey == expected)
    }

    @Test(
        "User verification is asked for if it is required, or preferred and supported",
        arguments: [
            (UserVerificationRequirement.required, true, true), (.preferred, true, true), (.preferred, false, false),
            (.discouraged, true, false),
        ])
    func userVerification(wanted: UserVerificationRequirement, able: Bool, expected: Bool) async throws {
        let authenticator = try FakeAuthenticator(FakeAuthenticator.able(userVerification: able))
        _ = try await create(Self.options { $0.authenticatorSelection.userVerification = wanted }, with: authenticator)
        #expect(authenticator.asked.making?.requireUserVerification == expected)
    }

    @Test(
        "credProps is answered only if its input is true",
        arguments: [(JSON.bool(true), true), (.bool(false), false), (.string("true"), false)])
    func credProps(input: JSON, isAnswered: Bool) async throws {
        let options = Self.options {
            $0.extensions = ["credProps": input, "appid": "true"]
            $0.authenticatorSelection.residentKey = .required
        }
        let response = try await create(options, with: FakeAuthenticator())
        #expect(response.clientExtensionResults == (isAnswered ? ["credProps": ["rk": true]] : [:]))
        #expect(response.clientExtensionResults["credProps"]?["rk"]?.boolValue == (isAnswered ? true : nil))
    }

    // MARK: Attestation conveyance

    @Test(
        "The attestation preference decides whether the statement reaches the server",
        arguments: [
            // none: rewritten, and the AAGUID stays ...
            (AttestationConveyancePreference.none, FakeAuthenticator.aaguid, nil, AttestationFormat.none),
            (.none, FakeAuthenticator.aaguid, [[0x30]], .none),
            (.none, .zero, [[0x30]], .none),
            // ... except for self attestation that names no model.
            (.none, .zero, nil, .packed),
            (.indirect, FakeAuthenticator.aaguid, nil, .packed),
            (.direct, FakeAuthenticator.aaguid, [[0x30]], .packed),
            (.enterprise, FakeAuthenticator.aaguid, [[0x30]], .packed),
        ] as [(AttestationConveyancePreference, AAGUID, [[UInt8]]?, AttestationFormat)])
    func conveyance(
        preference: AttestationConveyancePreference, aaguid: AAGUID, certificates: [[UInt8]]?,
        expected: AttestationFormat
    ) async throws {
        let authenticator = try FakeAuthenticator(
            FakeAuthenticator.able(aaguid: aaguid), format: .packed, certificates: certificates)
        let response = try await create(Self.options { $0.attestation = preference }, with: authenticator)
        let object = try AttestationObject(decoding: response.attestationObject)
        #expect(object.format == expected)
        let data = try AuthenticatorData(decoding: object.authenticatorData)
        #expect(data.attestedCredentialData?.aaguid == aaguid)
        switch try AttestationStatement(object) {
        case .none: #expect(expected == .none)
        case .packed(let statement):
            #expect(statement.x5c == certificates)
            let signed = object.authenticatorData + Digest.sha256(response.clientDataJSON)
            #expect(try authenticator.publicKey.verifyingKey().verify(statement.signature, of: signed))
        case let other: Issue.record("the client made a \(other.format.rawValue) statement")
        }
    }

    @Test("Attestation none asks the authenticator for the format none")
    func noneAsksTheAuthenticatorForNone() async throws {
        let authenticator = try FakeAuthenticator()
        _ = try await create(Self.options { $0.attestationFormats = [.packed] }, with: authenticator)
        #expect(authenticator.asked.making?.attestationFormats == [.none])
    }

    // MARK: Errors

    @Test("An authenticator with another attachment is refused")
    func anAuthenticatorOfTheOtherKind() async throws {
        let options = Self.options { $0.authenticatorSelection.authenticatorAttachment = .crossPlatform }
        await expect(
            "NotAllowedError: authenticatorSelection.authenticatorAttachment asks for a cross-platform authenticator, "
                + "this one is platform"
        ) { try await create(options, with: FakeAuthenticator()) }
    }

    @Test("A required resident key is refused if the authenticator supports none")
    func residentKeysThatCannotBeHad() async throws {
        let options = Self.options { $0.authenticatorSelection.residentKey = .required }
        await expect(
            "ConstraintError: authenticatorSelection.residentKey is required, but this authenticator has no "
                + "discoverable credentials"
        ) { try await create(options, with: FakeAuthenticator(FakeAuthenticator.able(residentKeys: false))) }
    }

    @Test("Required user verification is refused if the authenticator has none")
    func userVerificationThatCannotBeHad() async throws {
        let options = Self.options { $0.authenticatorSelection.userVerification = .required }
        await expect(
            "ConstraintError: authenticatorSelection.userVerification is required, but this authenticator cannot "
                + "verify its user"
        ) { try await create(options, with: FakeAuthenticator(FakeAuthenticator.able(userVerification: false))) }
    }

    @Test("A registration without a common algorithm is refused")
    func noAlgorithmInCommon() async throws {
        let options = Self.options { $0.pubKeyCredParams = [.rs256, .edDSA] }
        await expect(
            "NotSupportedError: pubKeyCredParams offers RS256 (-257), EdDSA (-8), this authenticator has ES256 (-7)"
        ) { try await create(options, with: FakeAuthenticator()) }
    }

    @Test("A user handle that is empty or over 64 bytes is refused", arguments: [0, 65])
    func userHandlesOfAWrongSize(count: Int) async throws {
        let options = Self.options { $0.user.id = [UInt8](repeating: 1, count: count) }
        await expect("TypeError: user.id: found \(count) bytes, expected 1 to 64") {
            try await create(options, with: FakeAuthenticator())
        }
    }

    @Test("A registration for an RP ID outside the origin's scope is refused")
    func anRPIDOfOthers() async throws {
        let authenticator = try FakeAuthenticator()
        await expect(
            #"SecurityError: rp.id "belvo.com" is neither the origin's host "evil-belvo.com" nor a domain above it"#
        ) { try await create(origin: "https://evil-belvo.com", with: authenticator) }
        #expect(authenticator.asked.making == nil)
    }

    @Test("A registration that the person declines is not allowed")
    func declining() async throws {
        await expect("NotAllowedError: the person declined") {
            try await create(with: FakeAuthenticator(), person: Person.declining)
        }
    }

    @Test(
        "An error of the authenticator reaches the caller unchanged",
        arguments: [WebAuthnError.Name.invalidStateError, .encodingError, .unknownError])
    func theAuthenticatorsErrorsPass(name: WebAuthnError.Name) async throws {
        let failure = WebAuthnError(name, "of the authenticator")
        await expect("\(name.rawValue): of the authenticator") {
            try await create(with: FakeAuthenticator(failure: failure))
        }
    }

    // MARK: Notes

    @Test("An app's origin is noted as not compared with the RP ID", arguments: [true, false])
    func anAppsOriginIsNoted(isApp: Bool) async throws {
        let origin = isApp ? "android:apk-key-hash:" + Base64URL.encode([UInt8](repeating: 1, count: 32)) : nil
        let notes = Mutex<[String]>([])
        let client = WebAuthnClient(authenticator: try FakeAuthenticator(), interaction: Person.approving) { note in
            notes.withLock { $0.append(note) }
        }
        let response = try await client.create(Self.options(), origin: try origin.map { try Origin($0) })
        #expect(try CollectedClientData(parsing: response.clientDataJSON).origin == origin ?? "https://belvo.com")
        #expect(
            notes.withLock { $0 }
                == (origin.map {
                    [#"rp.id "belvo.com" is not compared with the origin, as \#($0) is an app, not a domain"#]
                } ?? []))
    }
}

/// Expects an error with exactly this text.
func expect<Value>(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async {
    do {
        _ = try await body()
        Issue.record("nothing was thrown, expected \(line)", sourceLocation: sourceLocation)
    } catch {
        #expect("\(error)" == line, sourceLocation: sourceLocation)
    }
}
