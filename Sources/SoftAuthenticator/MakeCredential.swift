import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension SoftAuthenticator {
    /// authenticatorMakeCredential (WebAuthn section 6.3.2).
    /// - Throws: `unknownError` for a request that is malformed and where storage fails, `notSupportedError` where the
    ///   profile has none of the algorithms, `invalidStateError` where an excluded credential is here and the person
    ///   consents, `constraintError` where user verification is required of a profile without it, `notAllowedError`
    ///   where the person declined, nobody answered or the operation was cancelled.
    public func makeCredential(
        _ request: MakeCredentialRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> MakeCredentialResponse {
        let operation = gestures.begin()
        // Step 1.
        try Self.check(clientDataHash: request.clientDataHash, rpID: request.rpID)
        guard (1...64).contains(request.user.id.count) else {
            throw WebAuthnError(.unknownError, "user.id: found \(request.user.id.count) bytes, expected 1 to 64")
        }
        // Step 2: the first algorithm in the server's order that this profile has.
        guard let algorithm = request.algorithms.first(where: profile.algorithms.contains),
            let keyType = algorithm.keyType
        else {
            throw WebAuthnError(
                .notSupportedError,
                "profile \(profile.name) has \(Self.list(profile.algorithms)), the request offers "
                    + Self.list(request.algorithms))
        }
        // Step 3: whether an excluded credential is here is told to those alone whom the person consents to tell.
        let prompt = GesturePrompt(
            operation: .register, rpID: request.rpID, rpName: request.rpName, userName: request.user.name,
            verification: profile.verification)
        if try await hasExcludedCredential(request) {
            try await gestures.requireApproval(prompt, by: interaction, in: operation)
            throw WebAuthnError(
                .invalidStateError, "this authenticator has one of the credentials that excludeCredentials names")
        }
        // Step 4: every profile has discoverable credentials.
        // Step 5.
        guard !request.requireUserVerification || profile.verification != .none else {
            throw WebAuthnError(
                .constraintError, "user verification is required, but profile \(profile.name) tests presence alone")
        }
        // Step 6.
        try await gestures.requireApproval(prompt, by: interaction, in: operation)
        // Steps 7 and 8: storage has the credential before anything of it is told.
        let pair = try await reportingFaults("the new key") {
            try KeyPair.generate(keyType, random: random)
        }
        let credential = PublicKeyCredentialSource(
            id: random.bytes(Self.credentialIDSize), rpID: request.rpID, user: request.user,
            publicKey: try await reportingFaults("the new key") {
                try COSEKey(algorithm: algorithm, parameters: pair.publicKey)
            },
            isDiscoverable: request.requireResidentKey || profile.residentKeys == .always,
            isBackedUp: profile.isBackedUp, hasSignatureCounter: profile.hasSignatureCounter, createdAt: now())
        try await reportingFaults("the new credential") {
            try await storage.save(credential, privateKey: pair.secret)
        }
        // Step 9: no extension is supported.
        // Steps 10 and 11: a global counter's actual value, else zero.
        let signCount =
            credential.hasSignatureCounter
            ? try await reportingFaults("the signature counter") { try await storage.signCount() } : 0
        // Step 13.
        let authenticatorData = AuthenticatorData(
            rpIDHash: Digest.sha256(request.rpID), flags: flags(of: credential), signCount: signCount,
            attestedCredentialData: AttestedCredentialData(
                aaguid: profile.aaguid, credentialID: credential.id,
                credentialPublicKey: credential.publicKey.encoded)
        ).encoded
        // Steps 12 and 14.
        let statement = try await attestation(
            for: request, by: pair, of: algorithm, authenticatorData: authenticatorData)
        return MakeCredentialResponse(
            credentialID: credential.id,
            attestationObject: AttestationObject(
                format: statement.format, statement: statement.encoded, authenticatorData: authenticatorData),
            isResidentKey: credential.isDiscoverable)
    }

    /// Random bytes of a credential ID; the specification asks for 100 bits of entropy (section 4, "credential ID").
    private static let credentialIDSize = 32

    private func hasExcludedCredential(_ request: MakeCredentialRequest) async throws(WebAuthnError) -> Bool {
        for descriptor in request.excludeCredentials {
            let credential = try await reportingFaults("excludeCredentials") {
                try await storage.credential(rpID: request.rpID, id: descriptor.id)
            }
            if credential != nil { return true }
        }
        return false
    }

    private func attestation(
        for request: MakeCredentialRequest, by pair: borrowing KeyPair, of algorithm: COSEAlgorithm,
        authenticatorData: [UInt8]
    ) async throws(WebAuthnError) -> AttestationStatement {
        guard attestationFormat(for: request) == .packed else { return .none }
        return try await reportingFaults("the attestation") {
            .packed(
                try PackedStatement.selfAttestation(
                    algorithm: algorithm, key: try SigningKey(pair, deterministic: random.isDeterministic),
                    authenticatorData: authenticatorData, clientDataHash: request.clientDataHash))
        }
    }

    /// The first format that is both wanted and had (step 12). Under the conveyance `none` a client replaces every
    /// statement beside an AAGUID that is not zero (section 5.1.3), as ours are, so nothing is signed for it.
    private func attestationFormat(for request: MakeCredentialRequest) -> AttestationFormat {
        guard request.attestation != .none else { return .none }
        return request.attestationFormats.first { $0 == .none || profile.attestationFormats.contains($0) }
            ?? profile.attestationFormats.first ?? .none
    }

    private static func list(_ algorithms: [COSEAlgorithm]) -> String {
        algorithms.map(\.description).joined(separator: ", ")
    }
}
