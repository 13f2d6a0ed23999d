import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Non-discoverable credentials in their IDs")
struct WrappedCredentialTests {
    private static let wrapper = CredentialWrapper(secret: SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
    private static let rp = RelyingPartyID(Sample.rpID)
    private static let plain = CredentialTraits(
        protection: .userVerificationOptional, isForThirdPartyPayment: false, backup: .deviceBound,
        counter: .shared)
    private static let algorithms: [COSEAlgorithm] = [.es256, .es384, .es512, .edDSA, .rs256]

    private static func wrap(
        _ algorithm: COSEAlgorithm, _ traits: CredentialTraits = plain, byte: UInt8 = 0xA5, rp: RelyingPartyID = rp
    ) throws -> (id: [UInt8], secret: [UInt8]) {
        let secret = [UInt8](repeating: byte, count: try #require(algorithm.keyType).secretSize)
        let id = try wrapper.wrap(
            algorithm, traits, privateKey: SecretBytes(copying: secret), rpIDHash: rp.hash)
        return (id, secret)
    }

    private static let kinds: [(Bool, BackupState, CounterBehavior.Kind)] = [false, true].flatMap { payment in
        BackupState.allCases.flatMap { backup in
            [CounterBehavior.Kind.none, .shared, .own].map { (payment, backup, $0) }
        }
    }

    @Test("A credential ID keeps the key, algorithm and traits that it wraps", arguments: COSEAlgorithm.all)
    func roundTrip(_ algorithm: COSEAlgorithm) throws {
        for protection in CredentialProtectionPolicy.allCases {
            for (isForThirdPartyPayment, backup, counter) in Self.kinds {
                let traits = CredentialTraits(
                    protection: protection, isForThirdPartyPayment: isForThirdPartyPayment, backup: backup,
                    counter: counter)
                let (id, secret) = try Self.wrap(algorithm, traits)
                #expect(id.count == CredentialWrapper.idSize(try #require(algorithm.keyType)))
                let opened = try Self.wrapper.unwrap(id, rpIDHash: Self.rp.hash)
                switch consume opened {
                case .some(let opened):
                    #expect(opened.algorithm == algorithm)
                    #expect(opened.keyType == algorithm.keyType)
                    #expect(opened.traits == traits)
                    #expect(opened.privateKey.withUnsafeBytes { Array($0) } == secret)
                case .none: Issue.record("\(algorithm) did not open")
                }
            }
        }
    }

    @Test("Credential IDs have at most 255 bytes, or 400 with RSA")
    func areShortEnough() throws {
        for algorithm in Self.algorithms {
            #expect(try Self.wrap(algorithm).id.count <= (algorithm == .rs256 ? 400 : 255))
        }
        #expect(try Self.wrap(.es256).id.count == CredentialWrapper.minIDSize)
    }

    @Test("A nonce repeats only for the same wrapped content")
    func noncesRepeatForTheSameAlone() throws {
        let ids = [
            try Self.wrap(.es256), try Self.wrap(.edDSA), try Self.wrap(.es256, byte: 0xA6),
            try Self.wrap(.es256, rp: RelyingPartyID("other.example")),
        ].map(\.id)
        #expect(Set(ids.map { Array($0[..<12]) }).count == ids.count)
        #expect(try Self.wrap(.es256).id == ids[0])
    }

    @Test("A credential ID opens only for its relying party and wrapping secret")
    func openForTheirRelyingPartyAndSecretAlone() throws {
        let (id, _) = try Self.wrap(.es256)
        let other = CredentialWrapper(secret: SecretBytes(copying: [UInt8](repeating: 8, count: 32)))
        #expect(try Self.opens(id, for: RelyingPartyID("other.example")) == false)
        #expect(try Self.opens(id, by: other) == false)
        #expect(try Self.opens(id))
    }

    @Test("A credential ID with a changed byte or length does not open")
    func aChangedByteOrLengthIsNotOurs() throws {
        let (id, _) = try Self.wrap(.es256)
        for index in id.indices {
            var changed = id
            changed[index] ^= 1
            #expect(try Self.opens(changed) == false)
        }
        for length in [0, 1, 11, 12, 28, id.count - 1] { #expect(try Self.opens(Array(id[..<length])) == false) }
        #expect(try Self.opens(id + [0]) == false)
    }

    /// Content of a later version belongs to another key, and is not a fault.
    @Test("A sealed credential of an unknown form does not decode")
    func anotherFormIsNotOurs() throws {
        let plaintext = try WrappedCredential.encode(
            .es256, Self.plain, privateKey: SecretBytes(copying: [UInt8](repeating: 1, count: 32)))
        let bytes = plaintext.withUnsafeBytes { Array($0) }
        #expect(Self.decodes(bytes))
        let changes: [([UInt8]) -> [UInt8]] = [
            { [2] + $0.dropFirst() }, { $0 + [0] }, { Array($0.dropLast()) }, { [$0[0], 0xFF, 0xDB] + $0[3...] },
            { $0[..<3] + [0x11 | 0x20] + $0[4...] }, { $0[..<3] + [0x10] + $0[4...] }, { _ in [] },
        ]
        for change in changes { #expect(!Self.decodes(change(bytes))) }
    }

    private static func decodes(_ bytes: [UInt8]) -> Bool {
        let decoded = WrappedCredential(decoding: SecretBytes(copying: bytes))
        switch consume decoded {
        case .some: return true
        case .none: return false
        }
    }

    private static func opens(
        _ id: [UInt8], for rp: RelyingPartyID = rp, by wrapper: CredentialWrapper = wrapper
    ) throws -> Bool {
        switch try wrapper.unwrap(id, rpIDHash: rp.hash) {
        case .some: true
        case .none: false
        }
    }

    // MARK: In the authenticator

    @Test("Non-discoverable credentials sign and take no storage", arguments: [0, 256])
    func sign(openedKeys: Int) async throws {
        let storage = MemoryCredentialStore()
        let authenticator = SoftAuthenticator(profile: .securityKey, storage: storage, openedKeys: openedKeys)
        for algorithm in AuthenticatorProfile.securityKey.algorithms {
            let made = try await authenticator.make(Sample.make(algorithms: [algorithm]))
            for _ in 0..<2 {
                let assertion = try await authenticator.get(Sample.get(allow: [[1], made.credentialID]))
                #expect(try made.verifies(assertion))
                #expect(assertion.userHandle == nil)
            }
            let other = Sample.get(rpID: "other.example", allow: [made.credentialID])
            #expect(await errorName { _ = try await authenticator.get(other) } == .notAllowedError)
        }
        #expect(storage.credentials(rpID: nil).isEmpty)
    }

    @Test("An RSA key is sealed in its credential ID and signs")
    func anRSAKeyIsSealedToo() async throws {
        let engine = SoftAuthenticator(.windows).engine
        let made = try engine.makeCredential(
            CredentialParameters(
                rp: Self.rp, user: Sample.user, algorithm: .rs256, isDiscoverable: false,
                protection: .userVerificationOptional, isForThirdPartyPayment: false))
        #expect(made.id.count == 288)
        let located = try #require(try engine.credential(made.id, of: Self.rp))
        let assertion = try engine.assert(
            located, of: Self.rp, flags: .userPresent, extensions: AssertionExtensions(), clientDataHash: Sample.hash)
        #expect(
            try made.publicKey.verifyingKey().verify(
                assertion.signature, of: assertion.authenticatorData + Sample.hash))
    }

    @Test("A wrapped credential is excluded, and foreign IDs are not")
    func areExcluded() async throws {
        let authenticator = SoftAuthenticator(.securityKey)
        let made = try await authenticator.make()
        let foreign = (0..<100).map { [UInt8](repeating: $0, count: 64) }
        #expect(
            await errorName { _ = try await authenticator.make(Sample.make(exclude: foreign + [made.credentialID])) }
                == .invalidStateError)
        _ = try await authenticator.make(Sample.make(exclude: foreign))
    }

    @Test("A credential at the end of a long allowCredentials list signs")
    func areFoundInALongList() async throws {
        let authenticator = SoftAuthenticator(.securityKey)
        let made = try await authenticator.make()
        let stored = try await authenticator.make(Sample.make(requireResidentKey: true))
        let foreign = (0..<100).map { [UInt8](repeating: $0, count: 64) }
        for id in [made.credentialID, stored.credentialID] {
            #expect(try await authenticator.get(Sample.get(allow: foreign + [id])).credentialID == id)
        }
    }

    @Test("A reset voids wrapped credentials and keeps the counter")
    func areVoidAfterAReset() async throws {
        let storage = MemoryCredentialStore()
        let authenticator = SoftAuthenticator(.securityKey, storage)
        let made = try await authenticator.make()
        let request = Sample.get(allow: [made.credentialID])
        _ = try await authenticator.get(request)
        try authenticator.engine.reset()
        #expect(await errorName { _ = try await authenticator.get(request) } == .notAllowedError)
        #expect(await errorName { _ = try await authenticator.make(Sample.make(exclude: [made.credentialID])) } == nil)
        #expect(storage.signCount() == 1)
    }

    @Test("Non-discoverable credentials that earlier versions stored still work")
    func thoseInStorageStillWork() async throws {
        let storage = MemoryCredentialStore()
        let pair = try KeyPair.generate(.ec(.p256), random: SystemRandom())
        let source = PublicKeyCredentialSource(
            id: [UInt8](repeating: 5, count: 32), rpID: Sample.rpID, user: Sample.user,
            publicKey: try COSEKey(algorithm: .es256, parameters: pair.publicKey), isDiscoverable: false,
            backup: .deviceBound, counter: .shared, createdAt: Timestamp(microseconds: 0))
        try storage.save(source, privateKey: pair.secret)
        let authenticator = SoftAuthenticator(.securityKey, storage)
        let assertion = try await authenticator.get(Sample.get(allow: [source.id]))
        #expect(assertion.userHandle == Sample.user.id)
        let message = assertion.authenticatorData + Sample.hash
        #expect(try source.publicKey.verifyingKey().verify(assertion.signature, of: message))
        #expect(await errorName { _ = try await authenticator.get() } == .notAllowedError)
        #expect(
            await errorName { _ = try await authenticator.make(Sample.make(exclude: [source.id])) }
                == .invalidStateError)
    }

    // MARK: hmac-secret

    @Test("hmac-secret seeds differ by credential and by user verification")
    func seedsDifferByCredentialAndVerification() throws {
        let seeds = [([1], true), ([1], false), ([2], true), ([1, 0], true)].map { (id: [UInt8], verified: Bool) in
            Self.wrapper.credRandom(of: id, userVerified: verified).withUnsafeBytes { Array($0) }
        }
        #expect(Set(seeds).count == 4)
        #expect(seeds.allSatisfy { $0.count == 32 })
        #expect(Self.wrapper.credRandom(of: [1], userVerified: true).withUnsafeBytes { Array($0) } == seeds[0])
    }
}
