import RelyingParty
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// Ceremonies whose expectations are derived from the input. A valid seed stays valid until a mutation breaks it, so
/// the fuzzer gets past the first checks.
enum Ceremonies {
    static let rpID = "example.org"
    private static let time = Timestamp(microseconds: 1_767_225_600_000_000)

    private static let algorithms = COSEAlgorithm.supported + [.rs1]

    /// clientDataJSON, then the attestation object.
    static func register(_ input: [UInt8]) {
        guard let parts = Parts.split(input, into: 2) else { return }
        judge(clientDataJSON: parts[0], attestationObject: parts[1])
    }

    /// clientDataJSON, the authenticator data, then the statement of the format.
    static func attest(_ format: AttestationFormat, _ input: [UInt8]) {
        guard let parts = Parts.split(input, into: 3),
            let statement = try? CBOR(decoding: parts[2], rules: .wellFormed)
        else { return }
        let object = AttestationObject(format: format, statement: statement, authenticatorData: parts[1])
        judge(clientDataJSON: parts[0], attestationObject: object.encoded)
    }

    private static func judge(clientDataJSON: [UInt8], attestationObject: [UInt8]) {
        let client = try? CollectedClientData(parsing: clientDataJSON)
        let object = try? AttestationObject(decoding: attestationObject)
        let data = object.flatMap { try? AuthenticatorData(decoding: $0.authenticatorData) }
        let ceremony = RegistrationCeremony(
            options: PublicKeyCredentialCreationOptions(
                rp: .init(id: rpID, name: rpID), user: .init(id: [1], name: "ana", displayName: "Ana"),
                challenge: client.flatMap { Base64URL.decode($0.challenge) } ?? [], pubKeyCredParams: algorithms),
            rpID: rpID,
            response: RegistrationResponse(
                credentialID: data?.attestedCredentialData?.credentialID ?? [1], clientDataJSON: clientDataJSON,
                attestationObject: attestationObject))
        // The statement's last certificate is trusted, so that chains are built.
        var policy = policy(client)
        policy.trustAnchors = TrustAnchors(anchors(in: object?.statement))
        for reaction in [VerificationPolicy.Reaction.reject, .report] {
            policy.untrustedAttestation = reaction
            let verdict = RelyingParty(policy: policy).verify(ceremony)
            require(!verdict.checks.isEmpty)
            if let registered = verdict.value {
                require(registered.credential.id == data?.attestedCredentialData?.credentialID)
            }
        }
    }

    private static func anchors(in statement: CBOR?) -> [Certificate] {
        guard case .array(let items)? = statement?.mapValue?["x5c"], let last = items.last?.bytesValue else {
            return []
        }
        return (try? [Certificate(der: last)]) ?? []
    }

    /// clientDataJSON, the authenticator data, the signature, then the public key.
    static func authenticate(_ input: [UInt8]) {
        guard let parts = Parts.split(input, into: 4) else { return }
        let client = try? CollectedClientData(parsing: parts[0])
        let ceremony = AuthenticationCeremony(
            options: PublicKeyCredentialRequestOptions(
                challenge: client.flatMap { Base64URL.decode($0.challenge) } ?? [],
                allowCredentials: [.init(id: [1])]),
            rpID: rpID,
            response: AuthenticationResponse(
                credentialID: [1], clientDataJSON: parts[0], authenticatorData: parts[1], signature: parts[2],
                userHandle: nil),
            credential: StoredCredential(
                id: [1], publicKey: parts[3], signCount: 0,
                backupEligible: parts[1].count > 32 && parts[1][32] & 8 != 0,
                backupState: false, userHandle: nil))
        let verdict = RelyingParty(policy: policy(client)).verify(ceremony)
        guard verdict.isValid else { return }
        // An accepted signature is valid only for this key and message.
        var other = ceremony
        other.response.authenticatorData[33] ^= 0x80
        require(!RelyingParty(policy: policy(client)).verify(other).isValid, "two messages have one signature")
    }

    private static func policy(_ client: CollectedClientData?) -> VerificationPolicy {
        VerificationPolicy(
            origins: client.map { [$0.origin] } ?? [], allowCrossOrigin: true,
            topOrigins: client?.topOrigin.map { [$0] } ?? [], allowPayment: true, userPresence: .optional,
            tpmVendors: .any, androidKeyAuthorizations: .optional, u2fAAGUID: .any, allowRS1: true,
            safetyNetMaxAge: nil, counter: .report, unsolicitedExtensions: .report, time: time)
    }
}
