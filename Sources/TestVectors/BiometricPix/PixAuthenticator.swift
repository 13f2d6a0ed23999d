import Attestation
import RelyingParty
import SoftAuthenticator
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// A pair of ceremonies of our own authenticator.
struct PixAuthenticator {
    let name: String
    let title: String
    let profile: AuthenticatorProfile
    let algorithm: COSEAlgorithm
    /// `none`, `packedSelf` or `packed`.
    var kind = PixAttestation.Kind.none
    var shape = PixOptions.guide
    /// Android's apps have their own.
    var origin = PixSetting.origin

    private var verifiesUser: Bool { profile.verification != .none }

    /// Creates the authenticator's pair, and the same pair from its parts, so that parts can be replaced.
    /// - Throws: `PixDifference` if the two are not identical, byte for byte.
    func pair(_ authorities: PixAuthorities) async throws -> PixPair {
        var values = PixSetting.values(name)
        let seed = values.next("authenticator_seed", count: 32)
        // The authenticator's first random bytes become the key.
        let key = try VectorKey.first(
            of: "credential", seed: seed, named: "authenticator_seed", try type(of: algorithm), algorithm, &values)
        let attestation = try PixAttestation(
            kind, of: key, aaguid: profile.aaguid, authorities: authorities, &values)
        let authenticator = SoftAuthenticator(
            profile: profile, storage: MemoryCredentialStore(), random: SeededRandom(seed: seed),
            now: { PixSetting.time }, attestation: try source(attestation))

        let registration = try await enrollment(authenticator, attestation, authorities, &values)
        let payment = try await payment(authenticator, key, registration, &values)
        return PixPair(
            name: name, title: title, registration: registration, payment: payment,
            derivations: values.takeDerivations())
    }

    private func type(of algorithm: COSEAlgorithm) throws -> KeyType {
        guard profile.algorithms.contains(algorithm), let type = algorithm.keyType else {
            throw CryptoError.unsupported("\(algorithm) of \(profile.name)")
        }
        return type
    }

    private func source(_ attestation: PixAttestation) throws -> AttestationSource {
        guard let certificate = attestation.certificate else { return .selfSigned }
        return .certified(
            try AttestationIdentity(
                certificates: [attestation.authority.issue(certificate)], key: attestation.key.pair(),
                aaguid: profile.aaguid))
    }

    private func enrollment(
        _ authenticator: SoftAuthenticator, _ attestation: PixAttestation, _ authorities: PixAuthorities,
        _ values: inout DerivedValues
    ) async throws -> PixRegistration {
        let challenge = values.next("registration_challenge", count: shape.challengeLength)
        let conveyance: AttestationConveyancePreference = kind == .none ? .none : .direct
        let clientData = CollectedClientData(type: .create, challenge: challenge, origin: origin)
        let made = try await authenticator.makeCredential(
            MakeCredentialRequest(
                clientDataHash: Digest.sha256(clientData.serialized), rpID: PixSetting.rpID,
                rpName: PixSetting.rpName, user: PixSetting.user, algorithms: [algorithm],
                requireUserVerification: verifiesUser, attestation: conveyance),
            interaction: ScriptedInteraction(.approve))
        // The options in the guide offer ES256 and RS256.
        let isOffered = algorithm == .es256 && !profile.algorithms.contains(.rs256)
        var registration = PixRegistration(
            options: shape.registration(
                challenge: challenge, algorithms: isOffered ? [] : [algorithm], attestation: conveyance),
            clientData: clientData,
            authenticatorData: try AuthenticatorData(decoding: made.attestationObject.authenticatorData),
            attestation: attestation, credentialID: made.credentialID, transports: profile.transports,
            attachment: profile.attachment,
            policy: PixSetting.policy(
                anchor: kind.hasCertificate ? authorities.root.certificate : nil, verifiesUser: verifiesUser))
        registration.policy.origins = [origin]
        guard try registration.response().attestationObject == made.attestationObject.encoded else {
            throw PixDifference(name: name, ceremony: "enrollment")
        }
        return registration
    }

    private func payment(
        _ authenticator: SoftAuthenticator, _ key: VectorKey, _ registration: PixRegistration,
        _ values: inout DerivedValues
    ) async throws -> PixPayment {
        let challenge = values.next("payment_challenge", count: 32)
        let clientData = CollectedClientData(type: .get, challenge: challenge, origin: origin)
        let made = try await authenticator.getAssertion(
            GetAssertionRequest(
                clientDataHash: Digest.sha256(clientData.serialized), rpID: PixSetting.rpID,
                allowCredentials: shape == .discoverable ? [] : [.init(id: registration.credentialID)],
                requireUserVerification: verifiesUser),
            interaction: ScriptedInteraction(.approve))
        var payment = PixPayment(
            options: shape.payment(
                challenge: challenge, credentialID: made.credentialID, transports: profile.transports),
            clientData: clientData, authenticatorData: try AuthenticatorData(decoding: made.authenticatorData),
            key: key, credentialID: made.credentialID, userHandle: made.userHandle, attachment: profile.attachment,
            credential: try PixSetting.stored(registration.authenticatorData),
            policy: PixSetting.policy(verifiesUser: verifiesUser))
        payment.policy.origins = [origin]
        let response = try payment.response()
        guard response.signature == made.signature, response.authenticatorData == made.authenticatorData else {
            throw PixDifference(name: name, ceremony: "payment")
        }
        return payment
    }
}

/// The authenticator's pair differs from the pair made from its parts.
struct PixDifference: Error, CustomStringConvertible {
    let name: String
    let ceremony: String
    var description: String { "\(name): the \(ceremony) is not what the authenticator made" }
}
