import Attestation
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// A credential and its parts, the same in every run.
enum Sample {
    static let x = [UInt8](repeating: 0x11, count: 32)
    static let y = [UInt8](repeating: 0x22, count: 32)
    static let id: [UInt8] = [0xC0, 0xFF, 0xEE]

    static func publicKey(seed: String = "inspector") throws -> COSEKey {
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: seed))
        return try COSEKey(algorithm: .es256, parameters: pair.publicKey)
    }

    static func authenticatorData(extensions: CBORMap? = nil) throws -> AuthenticatorData {
        AuthenticatorData(
            rpIDHash: Digest.sha256("belvo.com"),
            flags: [.userPresent, .userVerified, .backupEligible, .backupState], signCount: 258,
            attestedCredentialData: AttestedCredentialData(
                aaguid: .zero, credentialID: id, credentialPublicKey: try publicKey().encoded),
            extensions: extensions)
    }

    static func attestationObject(_ statement: AttestationStatement = .none) throws -> AttestationObject {
        AttestationObject(
            format: statement.format, statement: statement.encoded,
            authenticatorData: try authenticatorData().encoded)
    }
}
