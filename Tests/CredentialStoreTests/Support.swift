import Foundation
import GRDB
import SoftAuthenticator
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import CredentialStore

/// A directory that is removed with the test.
final class TemporaryDirectory {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/toque-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The store's default path in this directory.
    var store: String { path + "/credentials.sqlite" }
    var key: String { store + ".key" }

    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    func setMode(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Changes the file without the store's knowledge.
    func sql(_ statement: String, _ arguments: StatementArguments = []) throws {
        let queue = try DatabaseQueue(path: store)
        try queue.write { try $0.execute(sql: statement, arguments: arguments) }
        try queue.close()
    }
}

enum Sample {
    static let rpID = "shop.example"
    static let hash = Digest.sha256("client data")
    static let approval = ScriptedInteraction(.approve)

    static func make(
        user: UInt8 = 1, rpID: String = rpID, algorithm: COSEAlgorithm = .es256
    ) -> MakeCredentialRequest {
        MakeCredentialRequest(
            clientDataHash: hash, rpID: rpID, rpName: "Shop",
            user: PublicKeyCredentialUserEntity(id: [user], name: "user \(user)", displayName: "User \(user)"),
            algorithms: [algorithm])
    }

    static func get(_ id: [UInt8], rpID: String = rpID) -> GetAssertionRequest {
        GetAssertionRequest(
            clientDataHash: hash, rpID: rpID, allowCredentials: [PublicKeyCredentialDescriptor(id: id)])
    }

    /// A credential and its private key, made from a seed.
    static func credential(
        _ seed: String, rpID: String = rpID, user: UInt8 = 1, isDiscoverable: Bool = true,
        protection: CredentialProtectionPolicy = .userVerificationOptional, isForThirdPartyPayment: Bool = false
    ) throws -> (credential: PublicKeyCredentialSource, secret: [UInt8]) {
        let random = SeededRandom(seed: seed)
        let pair = try KeyPair.generate(.ec(.p256), random: random)
        let credential = PublicKeyCredentialSource(
            id: random.bytes(32), rpID: rpID,
            user: PublicKeyCredentialUserEntity(id: [user], name: "joão", displayName: "João \(user)"),
            publicKey: try COSEKey(algorithm: .es256, parameters: pair.publicKey), isDiscoverable: isDiscoverable,
            backup: user.isMultiple(of: 2) ? .backedUp : .deviceBound,
            counter: user.isMultiple(of: 2) ? .none : .shared,
            protection: protection, isForThirdPartyPayment: isForThirdPartyPayment,
            createdAt: Timestamp(microseconds: 1_700_000_000_000_000 + Int64(user)))
        return (credential, pair.secret.withUnsafeBytes { Array($0) })
    }
}

extension CredentialStorage {
    func save(_ pair: (credential: PublicKeyCredentialSource, secret: [UInt8])) throws {
        try save(pair.credential, privateKey: SecretBytes(copying: pair.secret))
    }
}

extension SecretBytes {
    /// The bytes, for comparison.
    var revealed: [UInt8] { withUnsafeBytes { Array($0) } }
}

/// Returns the code of the storage error that the body throws; nil if it does not throw.
func errorCode(_ body: () throws -> Void) -> CredentialStorageError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? CredentialStorageError)?.code
    }
}

func openingError(_ body: () throws -> SQLiteCredentialStore) -> CredentialStorageError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? CredentialStorageError
    }
}
