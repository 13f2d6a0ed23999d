import Testing
import ToqueCOSE
import ToqueCrypto

@testable import OpenSSHSecurityKeyProvider

@Suite struct OpenSSHKeyTypeTests {
    private static let x = [UInt8](1...32)
    private static let y = [UInt8](33...64)

    @Test("Public keys are written in OpenSSH's form")
    func publicKeysAreWrittenAsOpenSSHReadsThem() throws {
        let ecdsa = try COSEKey(algorithm: .es256, parameters: .ec(.p256, x: Self.x, y: Self.y))
        let ed25519 = try COSEKey(algorithm: .edDSA, parameters: .ed25519(Self.x))
        #expect(OpenSSHKeyType.ecdsa.bytes(of: ecdsa) == [4] + Self.x + Self.y)
        #expect(OpenSSHKeyType.ed25519.bytes(of: ed25519) == Self.x)
        #expect(OpenSSHKeyType.ecdsa.bytes(of: ed25519) == nil)
        #expect(OpenSSHKeyType.ed25519.bytes(of: ecdsa) == nil)
    }

    @Test("An ECDSA signature is split into two numbers of 32 bytes")
    func anECDSASignatureIsTwoNumbers() throws {
        // r has its highest bit set, which DER writes with a leading zero byte; s is short.
        let r = [0xFF] + [UInt8](repeating: 1, count: 31)
        let der = DER.sequence(DER.integer(r), DER.integer([5]))
        let parts = try #require(OpenSSHKeyType.ecdsa.parts(of: der))
        #expect(parts.r == r)
        #expect(parts.s == [UInt8](repeating: 0, count: 31) + [5])
        #expect(OpenSSHKeyType.ecdsa.parts(of: der + [0]) == nil)
        #expect(OpenSSHKeyType.ecdsa.parts(of: []) == nil)
    }

    @Test("An Ed25519 signature stays whole and has 64 bytes")
    func anEd25519SignatureStaysWhole() throws {
        let signature = [UInt8](1...64)
        let parts = try #require(OpenSSHKeyType.ed25519.parts(of: signature))
        #expect(parts.r == signature)
        #expect(parts.s == [])
        #expect(OpenSSHKeyType.ed25519.parts(of: Array(signature.dropLast())) == nil)
    }

    @Test("Other key types are refused as unsupported")
    func otherTypesAreNotSupported() {
        let error = #expect(throws: OpenSSHError.self) { try OpenSSHKeyType(openSSH: 2) }
        #expect(error?.code == .unsupported)
        #expect(OpenSSHKeyType(COSEAlgorithm.rs256) == nil)
    }
}
