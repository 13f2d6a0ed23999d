import CTAP
import Testing
import ToqueCrypto
import ToqueTestSupport

@Suite struct PINUVAuthSharedSecretTests {
    @Test("Each side decrypts the other side's ciphertext", arguments: PINUVAuthProtocol.allCases, [0, 16, 32, 64])
    func whatOneSideEncryptsTheOtherReads(version: PINUVAuthProtocol, count: Int) throws {
        let exchange = try Exchange(version)
        let plaintext = (0..<count).map { UInt8($0) }
        let sent = try exchange.encrypt(plaintext)
        #expect(sent.count == (version == .one ? count : 16 + count))
        #expect(try exchange.decrypt(sent) == plaintext)
        #expect(try exchange.decryptAnswer(exchange.encryptAnswer(plaintext)) == plaintext)
    }

    /// Protocol one's initialization vector is zero, so equal plaintexts look alike; protocol two draws a new one each
    /// time.
    @Test("Protocol one encrypts with a zero IV and protocol two with a random one")
    func initializationVectors() throws {
        let scalars = (hex("01"), hex("02"))
        let padding = [UInt8](repeating: 0, count: 31)
        let vectors = ([UInt8](repeating: 0xA1, count: 16), [UInt8](repeating: 0xA2, count: 16))
        let plaintext = [UInt8](repeating: 7, count: 16)

        let script = ScriptedRandom(padding + scalars.0, padding + scalars.1, vectors.0, vectors.1)
        let two = try Exchange(.two, random: script)
        let first = try two.encrypt(plaintext)
        let second = try two.encryptAnswer(plaintext)
        #expect(first.starts(with: vectors.0) && second.starts(with: vectors.1))
        #expect(first.dropFirst(16) != second.dropFirst(16) && script.isExhausted)

        let one = try Exchange(.one, random: ScriptedRandom(padding + scalars.0, padding + scalars.1))
        #expect(try one.encrypt(plaintext) == one.encryptAnswer(plaintext))
    }

    @Test("Only whole blocks are encrypted and decrypted", arguments: PINUVAuthProtocol.allCases)
    func onlyWholeBlocks(version: PINUVAuthProtocol) throws {
        let exchange = try Exchange(version)
        for count in [1, 15, 17, 31, 33] {
            let bytes = [UInt8](repeating: 0, count: count)
            #expect(throws: CryptoError.self) { try exchange.encrypt(bytes) }
            #expect(throws: CryptoError.self) { try exchange.decrypt(bytes) }
        }
    }

    /// Section 6.5.7: less than an initialization vector cannot be decrypted; a lone vector is an empty message.
    @Test("Protocol two refuses a ciphertext without an IV")
    func protocolTwoNeedsItsVector() throws {
        let exchange = try Exchange(.two)
        #expect(throws: CryptoError.authenticationFailed) { try exchange.decrypt([]) }
        #expect(try exchange.decrypt([UInt8](repeating: 0, count: 16)) == [])
        #expect(try Exchange(.one).decrypt([]) == [])
    }

    @Test("A changed signature or message does not verify", arguments: PINUVAuthProtocol.allCases)
    func everyChangeOfASignatureIsNoticed(version: PINUVAuthProtocol) throws {
        let exchange = try Exchange(version)
        let message = Array("message".utf8)
        let signature = exchange.authenticate(message)
        #expect(signature.count == (version == .one ? 16 : 32))
        #expect(exchange.verify(message, signature))
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 0x80
            #expect(!exchange.verify(message, changed))
        }
        for count in 0..<signature.count { #expect(!exchange.verify(message, Array(signature.prefix(count)))) }
        #expect(!exchange.verify(message, signature + [0]))
        #expect(!exchange.verify(message + [0], signature) && !exchange.verify([], signature))
    }

    @Test("A token signs with HMAC-SHA-256, which protocol one truncates to 16 bytes")
    func tokens() {
        let token = [UInt8](repeating: 3, count: 32)
        func sign(_ version: PINUVAuthProtocol, _ message: [UInt8]) -> [UInt8] {
            version.authenticate(token: SecretBytes(copying: token), message: message)
        }
        func verify(
            _ version: PINUVAuthProtocol, _ message: [UInt8], _ signature: [UInt8], token: [UInt8] = token
        ) -> Bool {
            version.verify(token: SecretBytes(copying: token), message: message, signature: signature)
        }
        let whole = HMAC.sha256(key: token, message: [1, 2])
        let half = Array(whole.prefix(16))
        #expect(sign(.one, [1, 2]) == half && sign(.two, [1, 2]) == whole)
        for (version, signature) in [(PINUVAuthProtocol.one, half), (.two, whole)] {
            #expect(verify(version, [1, 2], signature))
            #expect(!verify(version, [1, 3], signature))
            #expect(!verify(version, [1, 2], signature, token: [UInt8](repeating: 4, count: 32)))
            #expect(!verify(version, [1, 2], []))
        }
        #expect(!verify(.one, [1, 2], whole) && !verify(.two, [1, 2], half))
    }

    @Test("The same key pairs give each protocol different shared secrets")
    func protocolsDeriveKeysOfTheirOwn() throws {
        let one = try Exchange(.one)
        let two = try Exchange(.two)
        #expect(one.authenticatorKey == two.authenticatorKey && one.platformKey == two.platformKey)
        #expect(one.authenticate([1]) != Array(two.authenticate([1]).prefix(16)))
        let zeros = [UInt8](repeating: 0, count: 16)
        #expect(try one.decrypt(one.encrypt(zeros)) != two.decrypt(zeros + one.encrypt(zeros)))
    }

    @Test("Each key agreement has new key pairs on both sides", arguments: PINUVAuthProtocol.allCases)
    func agreementsAreFresh(version: PINUVAuthProtocol) throws {
        let random = SeededRandom(seed: "fresh")
        let first = try Exchange(version, random: random)
        let second = try Exchange(version, random: random)
        #expect(
            Set([first.authenticatorKey, first.platformKey, second.authenticatorKey, second.platformKey]).count == 4)
        #expect(!second.verify([1], first.authenticate([1])))
    }

    @Test("A key that is not a P-256 point is refused on both sides", arguments: PINUVAuthProtocol.allCases)
    func keysThatAreNoPoint(version: PINUVAuthProtocol) throws {
        let key = try Exchange(version).authenticatorKey
        let zero = [UInt8](repeating: 0, count: 32)
        let none = [
            KeyAgreementKey(x: key.y, y: key.x), KeyAgreementKey(x: zero, y: zero), KeyAgreementKey(x: [], y: []),
            KeyAgreementKey(x: key.x, y: Array(key.y.dropLast())), KeyAgreementKey(x: [0] + key.x, y: key.y),
        ]
        let random = SeededRandom(seed: "keys")
        let agreement = try PINUVAuthKeyAgreement(protocol: version, random: random)
        for key in none {
            #expect(throws: CryptoError.self) { _ = try agreement.sharedSecret(with: key) }
            #expect(throws: CryptoError.self) {
                _ = try PINUVAuthSharedSecret.encapsulate(to: key, protocol: version, random: random)
            }
        }
    }

    @Test(
        "A key pair that is not P-256 is refused for key agreement",
        arguments: [KeyType.ec(.p384), .ec(.p521), .ed25519])
    func otherKindsOfKeyAreRefused(type: KeyType) throws {
        #expect(throws: CryptoError.unsupported("key agreement with a key of type \(type)")) {
            let pair = try KeyPair.generate(type, random: SeededRandom(seed: "pair"))
            _ = try PINUVAuthKeyAgreement(protocol: .two, pair: pair)
        }
    }
}
