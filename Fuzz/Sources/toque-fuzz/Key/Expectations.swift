import CTAP
import SoftAuthenticator
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// The invariants, whatever a platform sends. They use the knowledge of a relying party and of an observer of the
/// person, and nothing about the key's internals.
struct Expectations {
    /// The possible proof of presence and verification.
    struct Proof {
        let isPresent: Bool
        let isVerified: Bool
        /// True if there is a PIN or a finger.
        let isProtected: Bool
        let isAlwaysUv: Bool
        let token: IssuedToken?
        let time: Duration

        /// - Parameter token: the command's token, which counts only on a key with a PIN or a finger.
        init(person: Person, storage: MemoryCredentialStore, token: IssuedToken?, at time: Duration) {
            isProtected = storage.isProtected
            self.token = isProtected ? token : nil
            isPresent = person.gesture != .decline || self.token?.provesPresence(at: time) == true
            isVerified = person.hasFinger(in: storage) || self.token != nil
            isAlwaysUv = storage.settings().alwaysUv
            self.time = time
        }
    }

    /// The state for authenticatorGetNextAssertion.
    private struct Remembered {
        /// A key's maximum wait for the next step (CTAP 2.3 section 6.3).
        static let stepLimit: Duration = .seconds(30)

        let request: AuthenticatorGetAssertion
        let proof: Proof
        var lastStep: Duration
    }

    private var lastSignCount: UInt32 = 0
    private var remembered: Remembered?

    mutating func powerCycle() { remembered = nil }

    // MARK: - CTAP2

    /// - Returns: the new credential.
    func check(
        _ response: AuthenticatorMakeCredential.Response, to request: AuthenticatorMakeCredential, _ proof: Proof
    ) -> KnownCredential {
        let data = read(response.attestationObject.authenticatorData)
        check(data, rpID: request.rp.id ?? "", proof)
        require(data.flags.contains(.userPresent), "a credential without a touch")
        let needsVerification = proof.isAlwaysUv || proof.isProtected && request.options.rk == true
        require(!needsVerification || data.flags.contains(.userVerified), "a credential without verification")
        // A credential's counter starts at the global counter.
        require(data.signCount >= lastSignCount, "a counter that goes back")
        guard let attested = data.attestedCredentialData, let key = try? COSEKey(decoding: attested.credentialPublicKey)
        else { fatalError("a credential without a public key") }
        require(request.pubKeyCredParams.contains { $0.algorithm == key.algorithm }, "another algorithm")
        require(!request.excludeList.contains { $0.id == attested.credentialID }, "a credential that is excluded")
        return KnownCredential(
            id: attested.credentialID, rpIDHash: data.rpIDHash, publicKey: key,
            protection: data.extensions?["credProtect"]?.intValue.map(UInt64.init) ?? 1)
    }

    mutating func check(
        _ response: AuthenticatorGetAssertion.Response, to request: AuthenticatorGetAssertion, _ proof: Proof,
        _ known: [KnownCredential]
    ) {
        remembered = Remembered(request: request, proof: proof, lastStep: proof.time)
        let isAlone = response.numberOfCredentials ?? 1 == 1
        require(!isAlone || response.user?.name.isEmpty != false, "a name where only one account matches")
        checkSigned(response, to: request, proof, known)
    }

    mutating func check(
        next response: AuthenticatorGetAssertion.Response, _ known: [KnownCredential], at time: Duration
    ) {
        guard let remembered else { fatalError("another assertion of none") }
        require(time - remembered.lastStep <= Remembered.stepLimit, "another assertion too late")
        remembered.proof.token?.requireAlive(at: time)
        self.remembered?.lastStep = time
        checkSigned(response, to: remembered.request, remembered.proof, known)
    }

    private mutating func checkSigned(
        _ response: AuthenticatorGetAssertion.Response, to request: AuthenticatorGetAssertion, _ proof: Proof,
        _ known: [KnownCredential]
    ) {
        let data = read(response.authenticatorData)
        check(data, rpID: request.rpID, proof)
        count(data.signCount)
        require(
            data.flags.contains(.userPresent) == (request.options.up != false), "another presence than asked for")
        let isVerified = data.flags.contains(.userVerified)
        require(
            isVerified || !proof.isAlwaysUv || request.options.up == false, "an assertion without verification")
        guard let credential = known.first(where: { $0.id == response.credential.id }) else {
            fatalError("an assertion of a credential that was never made")
        }
        require(credential.rpIDHash == data.rpIDHash, "an assertion for another RP")
        require(
            credential.verify(response.signature, of: response.authenticatorData + request.clientDataHash),
            "a signature that is wrong")
        require(isVerified || response.user?.name.isEmpty != false, "a name for somebody who was not verified")
        switch credential.protection {
        case 2: require(isVerified || !request.allowList.isEmpty, "a protected credential is found")
        case 3: require(isVerified, "a protected credential is used")
        default: break
        }
        if !request.allowList.isEmpty {
            require(request.allowList.contains { $0.id == credential.id }, "a credential that is not allowed")
        }
    }

    private func check(_ data: AuthenticatorData, rpID: String, _ proof: Proof) {
        require(data.rpIDHash == Digest.sha256(rpID), "the hash of another RP ID")
        require(!data.flags.contains(.userPresent) || proof.isPresent, "presence without a touch")
        require(!data.flags.contains(.userVerified) || proof.isVerified, "verification of nobody")
    }

    private mutating func count(_ signCount: UInt32) {
        require(signCount > lastSignCount, "a counter that does not grow")
        lastSignCount = signCount
    }

    private func read(_ authenticatorData: [UInt8]) -> AuthenticatorData {
        guard let data = try? AuthenticatorData(decoding: authenticatorData) else {
            fatalError("authenticator data that nobody can read")
        }
        return data
    }

    // MARK: - U2F

    /// - Returns: the new credential.
    func check(
        _ response: U2FRegister.Response, to request: U2FRegister, isPresent: Bool
    ) -> KnownCredential {
        require(isPresent, "a registration without a touch")
        require(response.keyHandle.count <= 255, "a key handle that is too long")
        let signed = [0] + request.application + request.challenge + response.keyHandle + response.publicKey
        guard let certificate = try? Certificate(der: response.certificate),
            let isSigned = try? VerifyingKey(certificate.publicKey()).verify(
                response.signature, of: signed, scheme: .ecdsa(.sha256)),
            let key = try? COSEKey(
                algorithm: .es256,
                parameters: .ec(.p256, x: Array(response.publicKey[1..<33]), y: Array(response.publicKey[33...])))
        else { fatalError("a registration that no relying party can read") }
        require(isSigned, "an attestation that is wrong")
        return KnownCredential(id: response.keyHandle, rpIDHash: request.application, publicKey: key)
    }

    mutating func check(
        _ response: U2FAuthenticate.Response, to request: U2FAuthenticate, isPresent: Bool, _ known: [KnownCredential]
    ) {
        require(request.control != .checkOnly, "a signature that was not asked for")
        require(!response.isUserPresent || isPresent, "presence without a touch")
        guard let credential = known.first(where: { $0.id == request.keyHandle }) else {
            fatalError("a signature of a credential that was never made")
        }
        require(credential.rpIDHash == request.application, "a signature for another application")
        require(credential.protection < 3, "a protected credential is used")
        let signed = request.signedData(isUserPresent: response.isUserPresent, counter: response.counter)
        require(credential.verify(response.signature, of: signed), "a signature that is wrong")
        count(response.counter)
    }

    // MARK: - The store

    func check(_ storage: MemoryCredentialStore) {
        require(storage.discoverableCount() <= 8, "more credentials than there is room for")
        if let array = storage.largeBlobArray() {
            require(SerializedLargeBlobArray.isIntact(array), "a large-blob array that is broken")
        }
        let settings = storage.settings()
        require((0...AuthenticatorSettings.maxUVRetries).contains(settings.uvRetries), "tries that nobody has")
        require(
            settings.minPINLengthRPIDs.count <= AuthenticatorSettings.maxRPIDs, "more RPs than there is room for")
    }
}
