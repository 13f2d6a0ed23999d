import RelyingParty
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// Creates pairs that our authenticator does not support, with the formats and algorithms of real devices.
struct PixMaking {
    let authorities: PixAuthorities

    /// - Parameter algorithm: the credential key's.
    func pair(name: String, title: String, kind: PixAttestation.Kind, algorithm: COSEAlgorithm) throws -> PixPair {
        var values = PixSetting.values(name)
        let key = try Self.key(algorithm, &values)
        // U2F has neither AAGUIDs nor user verification (CTAP 2.3, "Interoperating with CTAP1/U2F authenticators").
        let isU2F = kind == .fidoU2F
        let aaguid = isU2F ? AAGUID.zero : AAGUID(values.next("aaguid", count: 16)) ?? .zero
        let attested = AttestedCredentialData(
            aaguid: aaguid, credentialID: values.next("credential_id", count: 32),
            credentialPublicKey: try key.credentialPublicKey())
        let flags: AuthenticatorData.Flags = isU2F ? [.userPresent] : [.userPresent, .userVerified]
        let attestation = try PixAttestation(
            kind, of: key, aaguid: aaguid, authorities: authorities, &values)
        let policy = PixSetting.policy(
            anchor: kind.hasCertificate ? authorities.root.certificate : nil, verifiesUser: !isU2F)
        let shape = PixOptions.guide
        let attachment: AuthenticatorAttachment = isU2F ? .crossPlatform : .platform
        let transports: [AuthenticatorTransport] = isU2F ? [.usb] : [.internal]

        let registrationChallenge = values.next("registration_challenge", count: shape.challengeLength)
        let registration = PixRegistration(
            options: shape.registration(
                challenge: registrationChallenge, algorithms: [algorithm],
                attestation: kind == .none ? .none : .direct),
            clientData: CollectedClientData(
                type: .create, challenge: registrationChallenge, origin: PixSetting.origin),
            authenticatorData: AuthenticatorData(
                rpIDHash: Digest.sha256(PixSetting.rpID), flags: flags, signCount: 0, attestedCredentialData: attested),
            attestation: attestation, credentialID: attested.credentialID, transports: transports,
            attachment: attachment, policy: policy)

        let paymentChallenge = values.next("payment_challenge", count: 32)
        let payment = PixPayment(
            options: shape.payment(
                challenge: paymentChallenge, credentialID: attested.credentialID, transports: transports),
            clientData: CollectedClientData(type: .get, challenge: paymentChallenge, origin: PixSetting.origin),
            authenticatorData: AuthenticatorData(
                rpIDHash: Digest.sha256(PixSetting.rpID), flags: flags, signCount: 1),
            key: key, credentialID: attested.credentialID, userHandle: PixSetting.user.id, attachment: attachment,
            credential: try PixSetting.stored(registration.authenticatorData),
            policy: PixSetting.policy(verifiesUser: !isU2F))
        return PixPair(
            name: name, title: title, registration: registration, payment: payment,
            derivations: values.takeDerivations())
    }

    /// Creates a key for an algorithm like our authenticator, from a seed's random bytes.
    private static func key(_ algorithm: COSEAlgorithm, _ values: inout DerivedValues) throws -> VectorKey {
        guard let type = algorithm.keyType else { throw CryptoError.unsupported("\(algorithm)") }
        return try .first(of: "credential", type, algorithm, &values)
    }
}

extension VectorKey {
    /// Creates a named key, with its own seed.
    static func first(
        of name: String, _ type: KeyType, _ algorithm: COSEAlgorithm, _ values: inout DerivedValues
    ) throws(CryptoError) -> VectorKey {
        let seedName = "\(name)_key_seed"
        return try first(
            of: name, seed: values.next(seedName, count: 32), named: seedName, type, algorithm, &values)
    }

    /// The first key that our authenticator creates from a seed's random bytes.
    static func first(
        of name: String, seed: [UInt8], named seedName: String, _ type: KeyType, _ algorithm: COSEAlgorithm,
        _ values: inout DerivedValues
    ) throws(CryptoError) -> VectorKey {
        let key = try VectorKey(KeyPair.generate(type, random: SeededRandom(seed: seed)), algorithm: algorithm)
        values.note(
            "\(name)_private_key", value: key.secret, formula: "first key of HMAC-DRBG with SHA-256 (\(seedName))")
        return key
    }
}
