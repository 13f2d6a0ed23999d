import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

@Suite("Valid ceremonies")
struct ValidCeremonyTests {
    let relyingParty = RelyingParty(policy: Expected.policy)

    @Test(
        "A credential of every algorithm is registered and used, with none or packed attestation",
        arguments: TestCredential.algorithms, [AttestationFormat.none, .packed])
    func aCredentialIsRegisteredAndUsed(_ algorithm: COSEAlgorithm, _ format: AttestationFormat) throws {
        let registration = try RegistrationDraft(algorithm, format: format)
        let registered = try relyingParty.verify(try registration.ceremony()).result.get()
        #expect(registered.algorithm == algorithm)
        #expect(registered.flags == [.userPresent, .userVerified, .attestedCredentialData])
        #expect(
            registered.attestation
                == AttestationResult(
                    format: format, type: format == .none ? .none : .self, aaguid: .zero, trusted: false))
        #expect(
            registered.credential
                == StoredCredential(
                    id: registration.credential.id, publicKey: registration.credential.publicKey.encoded, signCount: 1,
                    backupEligible: false, backupState: false, userHandle: Expected.userHandle))

        var assertion = try AuthenticationDraft(algorithm)
        assertion.stored = registered.credential
        let authenticated = try relyingParty.verify(try assertion.ceremony()).result.get()
        #expect(authenticated.credential.signCount == 8)
        #expect(authenticated.flags == [.userPresent, .userVerified])
    }

    @Test("A verdict lists its checks in the specification's order, with their steps")
    func theVerdictListsTheChecksInTheSpecificationsOrder() throws {
        var registration = try RegistrationDraft()
        registration.options.authenticatorSelection.userVerification = .required
        registration.options.extensions = ["credProps": true]
        registration.changeCeremony = { $0.response.clientExtensionResults = ["credProps": ["rk": false]] }
        let registered = relyingParty.verify(try registration.ceremony())
        #expect(registered.isValid)
        #expect(
            registered.checks.map(\.name) == [
                .clientData, .type, .challenge, .origin, .crossOrigin, .topOrigin, .attestationObject,
                .attestationObjectOrder, .authenticatorData, .attestedCredential, .rpIDHash, .userPresence,
                .userVerification, .backupFlags, .publicKey, .algorithm, .attestationFormat, .attestationStatement,
                .attestationAlgorithm, .attestationSignature, .attestationType, .credentialIDLength, .credentialID,
                .newCredential, .extensions,
            ])
        #expect(
            registered.checks.map(\.step) == [
                6, 7, 8, 9, 10, 11, 13, 13, 13, 13, 14, 15, 16, 17, 20, 20, 21, 22, 22, 22, 24, 25, 25, 26, 28,
            ])
        #expect(registered.checks.allSatisfy { $0.passed && $0.section == .registration })

        var assertion = try AuthenticationDraft()
        assertion.options.userVerification = .required
        assertion.options.extensions = ["appid": "https://example.org/app-id.json"]
        assertion.changeCeremony = { $0.response.clientExtensionResults = ["appid": false] }
        let authenticated = relyingParty.verify(try assertion.ceremony())
        #expect(authenticated.isValid)
        #expect(
            authenticated.checks.map(\.name) == [
                .allowedCredential, .storedCredential, .userHandle, .clientData, .type, .challenge, .origin,
                .crossOrigin, .topOrigin, .authenticatorData, .attestedCredential, .rpIDHash, .userPresence,
                .userVerification, .backupFlags, .backupEligibility, .publicKey, .signature, .counter, .extensions,
            ])
        #expect(
            authenticated.checks.map(\.step)
                == [5, 6, 6, 9, 10, 11, 12, 13, 14, 15, 15, 15, 16, 17, 18, 19, 21, 21, 22, 23])
        #expect(authenticated.checks.allSatisfy { $0.passed && $0.section == .authentication })
        // The other checks need certificates: those of the formats, and the search for anchors.
        let others = Set(Check.Name.allCases).subtracting((registered.checks + authenticated.checks).map(\.name))
        #expect(
            others == [
                .attestationCertificate, .attestationAAGUID, .attestationKey, .attestationNonce, .tpmVendor,
                .androidKeyAuthorizations, .safetyNetIntegrity, .safetyNetAge, .metadata, .attestationTrust,
                .authenticatorStatus,
            ])
    }

    @Test("A byte order mark before the client data is ignored")
    func aByteOrderMarkIsPassedOver() throws {
        var draft = try RegistrationDraft(format: .none)
        draft.changeCeremony = { $0.response.clientDataJSON.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: 0) }
        #expect(relyingParty.verify(try draft.ceremony()).isValid)
    }

    /// Real authenticators write this order.
    @Test("Members of an attestation object out of order are reported, not refused")
    func theOrderOfTheAttestationObjectIsReported() throws {
        var draft = try RegistrationDraft()
        draft.changeCeremony = { ceremony in
            guard let object = try? AttestationObject(decoding: ceremony.response.attestationObject) else { return }
            ceremony.response.attestationObject =
                [0xA3] + CBOR.text("authData").encoded + CBOR.bytes(object.authenticatorData).encoded
                + CBOR.text("fmt").encoded + CBOR.text("packed").encoded + CBOR.text("attStmt").encoded
                + object.statement.encoded
        }
        let verdict = relyingParty.verify(try draft.ceremony())
        #expect(verdict.isValid, "\(String(describing: verdict.failure))")
        #expect(verdict.checks.filter { !$0.passed }.map(\.name) == [.attestationObjectOrder])
    }

    @Test("Conditional creation needs no user presence")
    func aConditionalCreationNeedsNoUser() throws {
        var draft = try RegistrationDraft()
        draft.mediation = .conditional
        draft.data.flags = []
        let verdict = relyingParty.verify(try draft.ceremony())
        #expect(verdict.isValid, "\(String(describing: verdict.failure))")
        #expect(!verdict.checks.map(\.name).contains(.userPresence))
    }

    /// A credential that U2F made is scoped to the AppID (section 10.1.1).
    @Test("An assertion with the appid extension may carry the AppID's hash")
    func theHashMayBeTheAppIDs() throws {
        let appID = "https://example.org/app-id.json"
        var draft = try AuthenticationDraft()
        draft.options.extensions = ["appid": .string(appID)]
        draft.data.rpIDHash = Digest.sha256(appID)
        draft.changeCeremony = { $0.response.clientExtensionResults = ["appid": true] }
        #expect(relyingParty.verify(try draft.ceremony()).isValid)
    }

    /// Reserved flags have no meaning yet (section 6.1).
    @Test("Reserved flags in authenticator data are ignored")
    func reservedFlagsAreLeftToTheFuture() throws {
        var draft = try AuthenticationDraft()
        draft.data.flags.formUnion(AuthenticatorData.Flags(rawValue: 0x22))
        #expect(relyingParty.verify(try draft.ceremony()).isValid)
    }

    @Test(
        "A signature counter that grows or stays zero is accepted and stored",
        arguments: [(UInt32(0), UInt32(0)), (0, 1), (7, 8), (.max - 1, .max)])
    func theCounterGrowsOrIsNotUsed(_ stored: UInt32, _ received: UInt32) throws {
        var draft = try AuthenticationDraft()
        draft.stored.signCount = stored
        draft.data.signCount = received
        let verdict = relyingParty.verify(try draft.ceremony())
        #expect(verdict.value?.credential.signCount == received)
    }

    @Test("The backup state of an assertion is stored")
    func theBackupStateIsKept() throws {
        var draft = try AuthenticationDraft()
        draft.stored.backupEligible = true
        draft.data.flags.formUnion([.backupEligible, .backupState])
        let verdict = relyingParty.verify(try draft.ceremony())
        #expect(verdict.value?.credential.backupState == true)
    }

    @Test("A user is identified by allowCredentials or by the user handle")
    func aUserIsIdentifiedByTheOptionsOrByTheHandle() throws {
        var identified = try AuthenticationDraft()
        identified.userHandle = nil
        #expect(relyingParty.verify(try identified.ceremony()).isValid)
        var discoverable = try AuthenticationDraft()
        discoverable.options.allowCredentials = []
        #expect(relyingParty.verify(try discoverable.ceremony()).isValid)
        // A relying party that stores no handles has nothing to compare with.
        discoverable.stored.userHandle = nil
        #expect(relyingParty.verify(try discoverable.ceremony()).isValid)
    }

    @Test("An empty pubKeyCredParams allows only ES256 and RS256")
    func anEmptyListOfAlgorithmsMeansES256AndRS256() throws {
        for algorithm in TestCredential.algorithms {
            var draft = try RegistrationDraft(algorithm)
            draft.options.pubKeyCredParams = []
            let verdict = relyingParty.verify(try draft.ceremony())
            #expect(
                verdict.failure?.code
                    == ([.es256, .rs256].contains(algorithm) ? nil : VerdictCode.algorithmNotAllowed))
        }
    }

    @Test("A credential ID of 1023 bytes is accepted")
    func aCredentialIDOf1023BytesIsAllowed() throws {
        var draft = try RegistrationDraft()
        draft.data.attestedCredentialData?.credentialID = [UInt8](repeating: 7, count: 1023)
        #expect(relyingParty.verify(try draft.ceremony()).isValid)
    }

    @Test("The origin of an Android app that the policy lists is accepted")
    func anAppsOriginIsExact() throws {
        var draft = try RegistrationDraft()
        draft.clientData.origin = "android:apk-key-hash:0A1B2K"
        #expect(relyingParty.verify(try draft.ceremony()).isValid)
    }

    @Test(
        "An extension output requested under its client name leaves the registration valid",
        arguments: [
            ("credentialProtectionPolicy", "credProtect"), ("prf", "hmac-secret"), ("getCredBlob", "credBlob"),
        ])
    func anExtensionMayBeAskedForUnderAnotherName(_ input: String, _ output: String) throws {
        var draft = try RegistrationDraft()
        draft.options.extensions[input] = true
        draft.data.extensions = CBORMap([(.text(output), true)])
        draft.data.flags.insert(.extensionData)
        let strict = RelyingParty(policy: .expected { $0.unsolicitedExtensions = .reject })
        let verdict = strict.verify(try draft.ceremony())
        #expect(verdict.isValid, "\(String(describing: verdict.failure))")
    }
}
