import CTAP
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import SoftAuthenticator

extension PINBench {
    typealias Management = AuthenticatorCredentialManagement

    /// A key for credentials that sign nothing.
    private static let publicKey = Result {
        try COSEKey(
            algorithm: .es256, parameters: KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "key")).publicKey)
    }

    /// Stores a credential, one for each pair of RP ID and user.
    @discardableResult
    func save(
        _ rpID: String = Sample.rpID, user: UInt8 = 1, id: [UInt8]? = nil, isDiscoverable: Bool = true,
        protection: CredentialProtectionPolicy = .userVerificationOptional, isForThirdPartyPayment: Bool = false
    ) throws -> PublicKeyCredentialSource {
        let credential = PublicKeyCredentialSource(
            id: id ?? Array(Digest.sha256("\(rpID) \(user)").prefix(16)), rpID: rpID, user: Sample.user(user),
            publicKey: try Self.publicKey.get(), isDiscoverable: isDiscoverable, backup: .deviceBound,
            counter: .shared, protection: protection, isForThirdPartyPayment: isForThirdPartyPayment,
            createdAt: Timestamp(microseconds: 0))
        try storage.save(credential, privateKey: SecretBytes(copying: [1]))
        return credential
    }

    func manage(_ command: Management) throws -> Management.Response {
        try management.process(command, pin: &state, storage: storage, capacity: capacity)
    }

    /// Sends a subcommand that the token signs.
    func signed(
        _ subCommand: Management.SubCommand, _ token: Token, isPrototype: Bool = false, rpID: String? = nil,
        credential: [UInt8]? = nil, user: PublicKeyCredentialUserEntity? = nil
    ) -> Management {
        var command = Management(
            subCommand, isPrototype: isPrototype, rpIDHash: rpID.map { Digest.sha256($0) },
            credentialID: credential.map { CTAPCredentialDescriptor(id: $0) }, user: user,
            pinUvAuthProtocol: token.version.number)
        // The signature covers the received bytes, whatever they contain.
        if rpID != nil || credential != nil || user != nil { command.encodedParameters = [0xA1, 0x18, 0x01, 0xF6] }
        command.pinUvAuthParam = token.sign([UInt8(subCommand.rawValue)] + (command.encodedParameters ?? []))
        return command
    }

    /// Sends the next step of an enumeration, which is not signed.
    func next(_ subCommand: Management.SubCommand) throws -> Management.Response {
        try manage(Management(subCommand))
    }

    /// Reads all RP IDs, as a platform does.
    func relyingParties(_ token: Token) throws -> [String] {
        let first = try manage(signed(.enumerateRPsBegin, token))
        var rpIDs = [try #require(first.rpID)]
        for _ in 1..<(try #require(first.totalRPs)) {
            rpIDs.append(try #require(try next(.enumerateRPsGetNextRP).rpID))
        }
        return rpIDs
    }

    /// Reads the IDs of all credentials of an RP, as a platform does.
    func credentials(_ token: Token, rpID: String = Sample.rpID) throws -> [[UInt8]] {
        let first = try manage(signed(.enumerateCredentialsBegin, token, rpID: rpID))
        var ids = [try #require(first.credentialID?.id)]
        for _ in 1..<(try #require(first.totalCredentials)) {
            ids.append(try #require(try next(.enumerateCredentialsGetNextCredential).credentialID?.id))
        }
        return ids
    }
}
