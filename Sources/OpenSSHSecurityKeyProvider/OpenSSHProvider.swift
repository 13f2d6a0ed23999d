import SecurityKey
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// OpenSSH's operations in WebAuthn's terms: the application is the RP ID, the key handle is the credential ID, and the
/// data to sign, or the challenge, takes the place of the client data.
struct OpenSSHProvider: Sendable {
    private let options: OpenSSHOptions
    private let pin: GivenPIN
    private let key: SecurityKey
    private let manager: KeyManager

    /// - Throws: `deviceNotFound` if no key is configured.
    init(options: OpenSSHOptions, pin: GivenPIN) throws(OpenSSHError) {
        self.options = options
        self.pin = pin
        let location = try options.location()
        key = SecurityKey(location: location, interaction: pin)
        manager = KeyManager(location: location, interaction: pin)
    }

    struct Enrollment: Sendable {
        var publicKey: [UInt8]
        var keyHandle: [UInt8]
        var attestation: Attestation

        /// In the format `packed`; signature and certificate are empty if the key returns none.
        struct Attestation: Sendable {
            var authenticatorData: [UInt8]
            var signature: [UInt8]
            var certificate: [UInt8]
        }
    }

    /// Makes a key pair.
    func enroll(
        _ type: OpenSSHKeyType, challenge: [UInt8], application: String, flags: OpenSSHKeyFlags
    ) async throws(OpenSSHError) -> Enrollment {
        let info = try await asking { () async throws(WebAuthnError) in try await manager.info() }
        guard !flags.contains(.userVerification) || info.hasPIN || info.hasBuiltInUserVerification else {
            throw OpenSSHError(
                .general, "verification is required, but \(info.name) has neither a PIN nor a fingerprint; set a PIN")
        }
        if flags.contains(.residentKey), !flags.contains(.force), try await holdsKey(of: application, info) {
            throw OpenSSHError(.credentialExists)
        }
        let request = MakeCredentialRequest(
            clientDataHash: Digest.sha256(challenge), rpID: application, rpName: "",
            user: PublicKeyCredentialUserEntity(id: options.userID, name: "openssh", displayName: "openssh"),
            algorithms: [type.algorithm], requireResidentKey: flags.contains(.residentKey), attestation: .direct,
            extensions: RegistrationExtensionInputs(
                credentialProtectionPolicy: flags.protection, enforceCredentialProtectionPolicy: true))
        let made = try await asking { () async throws(WebAuthnError) in
            try await key.makeCredential(request, interaction: pin)
        }
        let data = made.attestationObject.authenticatorData
        guard let attested = try? AuthenticatorData(decoding: data).attestedCredentialData,
            let publicKey = try? COSEKey(decoding: attested.credentialPublicKey), let bytes = type.bytes(of: publicKey)
        else { throw OpenSSHError(.general, "the key made something else than a credential of the type asked for") }
        let statement = made.attestationObject.statement.mapValue
        return Enrollment(
            publicKey: bytes, keyHandle: attested.credentialID,
            attestation: Enrollment.Attestation(
                authenticatorData: data, signature: statement?["sig"]?.bytesValue ?? [],
                certificate: statement?["x5c"]?.arrayValue?.first?.bytesValue ?? []))
    }

    struct Signature: Sendable {
        var r: [UInt8]
        var s: [UInt8]
        var flags: UInt8
        var counter: UInt32
    }

    func sign(
        _ type: OpenSSHKeyType, _ data: [UInt8], application: String, keyHandle: [UInt8], flags: OpenSSHKeyFlags
    ) async throws(OpenSSHError) -> Signature {
        let request = GetAssertionRequest(
            clientDataHash: Digest.sha256(data), rpID: application,
            allowCredentials: [PublicKeyCredentialDescriptor(id: keyHandle)],
            requireUserVerification: flags.contains(.userVerification))
        let signed = try await asking { () async throws(WebAuthnError) in
            flags.contains(.userPresence)
                ? try await key.getAssertion(request, interaction: pin)
                : try await key.getSilentAssertion(request, interaction: pin)
        }
        guard let data = try? AuthenticatorData(decoding: signed.authenticatorData),
            let parts = type.parts(of: signed.signature)
        else { throw OpenSSHError(.general, "the key signed in another way than asked for") }
        return Signature(r: parts.r, s: parts.s, flags: data.flags.rawValue, counter: data.signCount)
    }

    struct ResidentKey: Sendable {
        var type: OpenSSHKeyType
        var application: String
        var publicKey: [UInt8]
        var keyHandle: [UInt8]
        var userID: [UInt8]
        var flags: OpenSSHKeyFlags
    }

    /// The device's resident keys that OpenSSH can use: their application begins with `ssh:`.
    func residentKeys() async throws(OpenSSHError) -> [ResidentKey] {
        try await held().compactMap { credential in
            guard credential.rpID.hasPrefix("ssh:"), let publicKey = credential.publicKey,
                let type = OpenSSHKeyType(publicKey.algorithm), let bytes = type.bytes(of: publicKey)
            else { return nil }
            return ResidentKey(
                type: type, application: credential.rpID, publicKey: bytes, keyHandle: credential.id,
                userID: credential.user.id,
                flags: credential.protection == .userVerificationRequired ? .userVerification : [])
        }
    }

    /// Returns true if a new resident key would replace one. A key without a PIN, or one that cannot list its
    /// credentials, does not say.
    private func holdsKey(of application: String, _ info: KeyInfo) async throws(OpenSSHError) -> Bool {
        guard info.hasPIN, info.managesCredentials else { return false }
        return try await held().contains { $0.rpID == application && $0.user.id == options.userID }
    }

    private func held() async throws(OpenSSHError) -> [KeyCredential] {
        try await asking { () async throws(WebAuthnError) in try await manager.credentials().credentials }
    }

    private func asking<Value: Sendable>(
        _ operation: () async throws(WebAuthnError) -> Value
    ) async throws(OpenSSHError) -> Value {
        do throws(WebAuthnError) {
            return try await operation()
        } catch {
            throw pin.refusal ?? OpenSSHError(error)
        }
    }
}

extension OpenSSHKeyFlags {
    /// The protection of OpenSSH's own implementation: without the PIN, nobody must find a device's resident keys.
    fileprivate var protection: CredentialProtectionPolicy? {
        if contains(.userVerification) { return .userVerificationRequired }
        return contains(.residentKey) ? .userVerificationOptionalWithCredentialIDList : nil
    }
}
