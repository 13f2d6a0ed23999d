import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding

@testable import SoftAuthenticator

@Suite("Sealed private keys")
struct CredentialSealerTests {
    private static let sealer = CredentialSealer(key: SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
    private static let secret = [UInt8](repeating: 0xA5, count: 32)

    private static func credential() throws -> PublicKeyCredentialSource {
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "sealed"))
        return PublicKeyCredentialSource(
            id: [1, 2, 3], rpID: Sample.rpID, user: Sample.user,
            publicKey: try COSEKey(algorithm: .es256, parameters: pair.publicKey), isDiscoverable: true,
            backup: .backedUp, counter: .none, createdAt: Timestamp(microseconds: 0))
    }

    @Test("A sealed private key opens for its own credential")
    func openForTheirCredential() throws {
        let credential = try Self.credential()
        let first = try Self.sealer.seal(SecretBytes(copying: Self.secret), of: credential)
        let second = try Self.sealer.seal(SecretBytes(copying: Self.secret), of: credential)
        #expect(first != second)
        #expect(first.count == 12 + 32 + 16)
        for sealed in [first, second] {
            let opened = try Self.sealer.open(sealed, of: credential)
            #expect(opened.withUnsafeBytes { Array($0) } == Self.secret)
        }
    }

    @Test("A sealed private key opens for no other credential")
    func openForNoOtherCredential() throws {
        let credential = try Self.credential()
        let sealed = try Self.sealer.seal(SecretBytes(copying: Self.secret), of: credential)
        let other = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "other"))
        let changes: [(inout PublicKeyCredentialSource) throws -> Void] = [
            { $0.id = [1, 2, 4] }, { $0.rpID = "other.example" }, { $0.user.id = [9] },
            { $0.publicKey = try COSEKey(algorithm: .es256, parameters: other.publicKey) },
            // The same bytes, split at another place.
            {
                $0.rpID += "\u{1}"
                $0.id = [2, 3]
            },
        ]
        for change in changes {
            var changed = credential
            try change(&changed)
            #expect(throws: CryptoError.authenticationFailed) { _ = try Self.sealer.open(sealed, of: changed) }
        }
        var renamed = credential
        renamed.user.displayName = "Ana Maria"
        _ = try Self.sealer.open(sealed, of: renamed)
    }

    @Test("A changed or truncated sealed key does not open")
    func aChangedByteIsNoticed() throws {
        let credential = try Self.credential()
        let sealed = try Self.sealer.seal(SecretBytes(copying: Self.secret), of: credential)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: CryptoError.authenticationFailed) { _ = try Self.sealer.open(changed, of: credential) }
        }
        for length in [0, 11, 12, 27, sealed.count - 1] {
            #expect(throws: CryptoError.authenticationFailed) {
                _ = try Self.sealer.open(Array(sealed[..<length]), of: credential)
            }
        }
    }
}
