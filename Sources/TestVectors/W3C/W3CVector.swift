import Attestation
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// A case of WebAuthn Level 3, section "Test Vectors", in bytes: a registration, and an authentication with its
/// credential.
struct W3CVector: Sendable {
    struct Registration: Sendable {
        let challenge: [UInt8]
        let clientDataJSON: [UInt8]
        let authenticatorData: AuthenticatorData
        let attestationObject: [UInt8]
        let derivations: [Derivation]
    }

    struct Authentication: Sendable {
        let challenge: [UInt8]
        let clientDataJSON: [UInt8]
        let authenticatorData: AuthenticatorData
        let signature: [UInt8]
        let derivations: [Derivation]
    }

    let definition: W3CCase
    let credentialKey: VectorKey
    /// Set if it is not the credential's.
    let attestationKey: VectorKey?
    let attested: AttestedCredentialData
    let registration: Registration
    let authentication: Authentication

    /// Derives the case's values in the section's order, which determines the salts.
    init(_ definition: W3CCase, root: W3CRoot) throws {
        var values = W3CSection.values(info: definition.name)

        var challenge = values.next("challenge", count: definition.challengeLength)
        let key = try W3CSection.credentialKey(definition.algorithm, from: &values)
        var clientDataJSON = Self.clientDataJSON(.create, challenge, definition, &values)
        let aaguid = values.next("aaguid", count: 16)
        attested = AttestedCredentialData(
            aaguid: AAGUID(aaguid) ?? .zero,
            credentialID: values.next("credential_id", count: definition.credentialIDLength),
            credentialPublicKey: try key.credentialPublicKey())
        // U2F has neither user verification nor backups.
        let registered = definition.attestation == .fidoU2F ? [] : Self.registrationFlags(&values)
        let registrationData = Self.authenticatorData(registered, attested)
        var attestation = W3CAttestation(
            material: AttestedMaterial(
                authenticatorData: registrationData, clientDataHash: Digest.sha256(clientDataJSON)),
            credentialKey: key, authority: root.authority)
        let object = try attestation.object(definition.attestation, &values)
        attestationKey = attestation.attestationKey
        credentialKey = key
        registration = Registration(
            challenge: challenge, clientDataJSON: clientDataJSON, authenticatorData: registrationData,
            attestationObject: object.encoded, derivations: values.takeDerivations())

        challenge = values.next("challenge", count: definition.challengeLength)
        clientDataJSON = Self.clientDataJSON(.get, challenge, definition, &values)
        let data = Self.authenticatorData(
            Self.authenticationFlags(&values, backupEligible: registered.contains(.backupEligible)))
        authentication = Authentication(
            challenge: challenge, clientDataJSON: clientDataJSON, authenticatorData: data,
            signature: try key.sign(data.encoded + Digest.sha256(clientDataJSON)),
            derivations: values.takeDerivations())
        self.definition = definition
    }

    /// Bit 0 of a derived byte determines whether the client data ends with an unknown member.
    private static func clientDataJSON(
        _ type: CollectedClientData.Ceremony, _ challenge: [UInt8], _ definition: W3CCase, _ values: inout DerivedValues
    ) -> [UInt8] {
        let flags = values.next("client_data_gen_flags", count: 1)
        let json = CollectedClientData(
            type: type, challenge: challenge, origin: W3CSection.origin, crossOrigin: definition.crossOrigin,
            topOrigin: definition.topOrigin
        ).serialized
        guard flags[0] & 0x01 != 0 else { return json }
        let random = Base64URL.encode(values.next("extraData_random", count: 16))
        let member = """
            ,"extraData":"clientDataJSON may be extended with additional fields in the future, such as this: \(random)"}
            """
        return json.dropLast() + member.utf8
    }

    /// UV, BE and BS from a derived byte; BS only with BE.
    private static func registrationFlags(_ values: inout DerivedValues) -> AuthenticatorData.Flags {
        let flags = AuthenticatorData.Flags(rawValue: values.next("auth_data_UV_BE_BS", count: 1)[0])
            .intersection([.userVerified, .backupEligible, .backupState])
        return flags.contains(.backupEligible) ? flags : flags.subtracting(.backupState)
    }

    /// UV and BS from a derived byte, with BE from the registration; BS only with BE.
    private static func authenticationFlags(
        _ values: inout DerivedValues, backupEligible: Bool
    ) -> AuthenticatorData.Flags {
        let flags = AuthenticatorData.Flags(rawValue: values.next("auth_data_UV_BS", count: 1)[0])
            .intersection([.userVerified, .backupState])
        return backupEligible ? flags.union(.backupEligible) : flags.subtracting(.backupState)
    }

    private static func authenticatorData(
        _ flags: AuthenticatorData.Flags, _ attested: AttestedCredentialData? = nil
    ) -> AuthenticatorData {
        AuthenticatorData(
            rpIDHash: Digest.sha256(W3CSection.rpID), flags: flags.union(.userPresent), signCount: 0,
            attestedCredentialData: attested)
    }
}
