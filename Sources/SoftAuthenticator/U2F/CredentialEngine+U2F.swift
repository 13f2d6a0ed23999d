import Attestation
import CTAP
import ToqueCOSE
import ToqueCrypto

/// U2F's two operations (FIDO U2F Raw Message Formats, sections 4 and 5).
extension CredentialEngine {
    /// Makes a credential sealed into its key handle, like a non-discoverable one of CTAP2 into its ID.
    func register(_ request: U2FRegister) throws -> U2FRegister.Response {
        let pair = try KeyPair.generate(.ec(.p256), random: random)
        guard let publicKey = FIDOU2FStatement.publicKeyU2F(pair.publicKey) else {
            throw CryptoError.unsupported("\(pair.publicKey)")
        }
        let keyHandle = try seal(pair, .es256, newTraits(), rpIDHash: request.application)
        let verificationData = FIDOU2FStatement.verificationData(
            rpIDHash: request.application, clientDataHash: request.challenge, credentialID: keyHandle,
            publicKeyU2F: publicKey)
        let statement =
            switch try attestation.identity(for: profile.aaguid) {
            case .some(let identity):
                try FIDOU2FStatement(
                    verificationData: verificationData, with: identity, certificate: identity.certificate)
            case .none:
                try FIDOU2FStatement.selfAttestation(
                    key: pair, verificationData: verificationData, random: random, now: now())
            }
        return U2FRegister.Response(
            publicKey: publicKey, keyHandle: keyHandle, certificate: statement.x5c.first ?? [],
            signature: statement.signature)
    }

    /// The credential of a key handle, made by either protocol; nil if it is not ours, belongs to another application,
    /// is not for ES256, or requires user verification, which U2F does not have (CTAP 2.3 section 12.1).
    func u2fCredential(_ keyHandle: [UInt8], application: [UInt8]) throws -> LocatedCredential? {
        let credential =
            try wrappedCredential(keyHandle, rpIDHash: application)
            ?? storage.discoverableCredential(id: keyHandle)
            .flatMap { Digest.sha256($0.rpID) == application ? .stored($0) : nil }
        guard let credential, credential.algorithm == .es256,
            credential.traits.permitsUse(userVerified: false, isListed: true)
        else { return nil }
        return credential
    }

    /// Signs with a credential found by `u2fCredential`. The counter is durable before the signature leaves.
    func authenticate(
        _ request: U2FAuthenticate, with credential: LocatedCredential, isUserPresent: Bool
    ) throws -> U2FAuthenticate.Response {
        let key = try signingKey(of: credential, rpIDHash: request.application)
        let counter = try nextSignCount(of: credential)
        return U2FAuthenticate.Response(
            isUserPresent: isUserPresent, counter: counter,
            signature: try key.sign(
                request.signedData(isUserPresent: isUserPresent, counter: counter), scheme: .ecdsa(.sha256)))
    }
}
