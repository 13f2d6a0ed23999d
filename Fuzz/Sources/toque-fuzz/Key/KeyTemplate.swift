import SoftAuthenticator
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import CTAP

/// A key with a PIN, two fingers, a large-blob array and credentials of each kind, created once. Each input starts with
/// a copy.
struct KeyTemplate: Sendable {
    static let pin = "1234"
    static let rpIDs = ["example.org", "shop.example"]
    static let fingers = ["right index", "left thumb"]
    static let hash = [UInt8](repeating: 0x11, count: 32)

    /// Longer than one read or write.
    private static let largeBlobs: CBOR = [
        [1: .bytes([UInt8](repeating: 1, count: 1200)), 2: .bytes([UInt8](repeating: 2, count: 12)), 3: 2400]
    ]

    private struct Record: Sendable {
        let credential: PublicKeyCredentialSource
        let privateKey: [UInt8]
        let credBlob: [UInt8]
    }

    private let records: [Record]
    private let wrappingKey: [UInt8]
    /// The identifiers that requests may abbreviate to one byte.
    let known: [KnownCredential]

    static let shared: KeyTemplate = {
        do {
            return try KeyTemplate()
        } catch {
            fatalError("the key that each input begins with cannot be made: \(error)")
        }
    }()

    private init() throws {
        let storage = MemoryCredentialStore()
        try Self.provision(storage)
        let key = KeyUnderTest(storage: storage, known: [])
        for request in Self.requests {
            key.perform(Step(code: KeyCode.cbor.rawValue, payload: CTAPCommand.makeCredential(request).encoded))
        }
        let register = U2FRegister(challenge: Self.hash, application: Digest.sha256(Self.rpIDs[0]))
        key.perform(Step(code: KeyCode.msg.rawValue, payload: U2FCommand.register(register).encoded))
        known = key.known
        require(known.count == Self.requests.count + 1, "not all credentials could be made")
        records = try storage.credentials(rpID: nil).reversed().map { credential in
            Record(
                credential: credential,
                privateKey: try storage.privateKey(of: credential).withUnsafeBytes { Array($0) },
                credBlob: try storage.credBlob(of: credential))
        }
        wrappingKey = try storage.secret(.credentialWrapping) { SecretBytes(copying: []) }.withUnsafeBytes { Array($0) }
    }

    private static func provision(_ storage: MemoryCredentialStore) throws {
        guard try storage.provisionPIN(SecretBytes(copying: Array(pin.utf8))) == .set else {
            fatalError("the PIN cannot be set")
        }
        for (index, finger) in fingers.enumerated() {
            storage.save(Fingerprint(id: [UInt8(index), 0xF1], friendlyName: finger, finger: finger))
        }
        storage.setLargeBlobArray(SerializedLargeBlobArray.serialize(largeBlobs.encoded))
    }

    /// Creates a separate store.
    func makeStorage() -> MemoryCredentialStore {
        let storage = MemoryCredentialStore(signCount: UInt32(known.count))
        do {
            try Self.provision(storage)
            _ = try storage.secret(.credentialWrapping) { SecretBytes(copying: wrappingKey) }
            for record in records {
                try storage.save(
                    record.credential, privateKey: SecretBytes(copying: record.privateKey), credBlob: record.credBlob)
            }
        } catch {
            fatalError("the key cannot be made again: \(error)")
        }
        return storage
    }

    /// Credentials with each protection level, algorithm and storage place.
    private static var requests: [AuthenticatorMakeCredential] {
        typealias Request = AuthenticatorMakeCredential
        let extensions: [Request.Extensions] = [
            .init(credProtect: 1, hmacSecret: true, largeBlobKey: true),
            .init(credProtect: 2, credBlob: [1, 2, 3]), .init(credProtect: 3, hmacSecret: true),
            .init(thirdPartyPayment: true), .init(credProtect: 3), .init(credProtect: 2),
        ]
        let algorithms: [COSEAlgorithm] = [.es256, .edDSA, .es256, .es384, .es256, .es512]
        return zip(extensions, algorithms).enumerated().map { index, kind in
            Request(
                clientDataHash: hash, rp: .init(id: rpIDs[index % 2], name: "RP"),
                user: .init(id: [UInt8(index)], name: "ana", displayName: "Ana"),
                pubKeyCredParams: [.init(algorithm: kind.1)], extensions: kind.0,
                // Verified by a finger, as a key with a PIN requires.
                options: CTAPOptions(rk: index < 4, uv: true))
        }
    }
}
