import CTAP
import ToqueCrypto

/// What an authenticator remembers of PIN/UV authentication from one power-up to the next (CTAP 2.3 section 6.5.2):
/// the key agreements of both protocols, the pinUvAuthToken, and how many wrong PINs came in a row. What outlives a
/// power cycle is in `CredentialStorage`.
struct PINUVAuthState: ~Copyable {
    /// Bytes of a pinUvAuthToken, in both protocols.
    static let tokenSize = 32
    /// Wrong PINs in a row after which none is taken until a power cycle (section 6.5.5.6).
    static let maxConsecutiveMismatches = 3

    private let random: any RandomSource
    private let uptime: @Sendable () -> Duration
    /// Each is made when it is first asked for.
    private var keyAgreements: [PINUVAuthProtocol: PINUVAuthKeyAgreement] = [:]
    /// A new token voids those of both protocols, so there is only one, of the protocol that `usage` names.
    private var token: SecretBytes
    /// nil while the token is not in use.
    private var usage: PINUVAuthTokenUsage?
    /// Differs from token to token, so that what a token began can end with it.
    private(set) var tokenGeneration = 0
    private var consecutiveMismatches = 0

    /// The state after power-up.
    /// - Parameters:
    ///   - random: for key agreements and tokens.
    ///   - uptime: a clock that only goes forward, from any start.
    init(random: any RandomSource, uptime: @escaping @Sendable () -> Duration) {
        self.random = random
        self.uptime = uptime
        token = random.secret(Self.tokenSize)
    }

    var now: Duration { uptime() }

    /// The protocol of a number that a platform has sent.
    /// - Throws: `missingParameter` for none, `invalidParameter` for one that is not supported.
    static func protocolNumber(_ raw: UInt64?) throws(CTAPStatus) -> PINUVAuthProtocol {
        guard let raw else { throw .missingParameter }
        guard let version = UInt8(exactly: raw).flatMap(PINUVAuthProtocol.init) else { throw .invalidParameter }
        return version
    }

    // MARK: Key agreement

    /// getPublicKey: the authenticator's half of a protocol's key agreement.
    mutating func publicKey(_ version: PINUVAuthProtocol) throws(CTAPStatus) -> KeyAgreementKey {
        try keyAgreement(version).publicKey
    }

    /// decapsulate: what the authenticator shares with the platform that has this key. hmac-secret uses it too (section
    /// 12.7).
    /// - Throws: `invalidParameter` where the key is no point of the curve.
    mutating func sharedSecret(
        _ version: PINUVAuthProtocol, with key: KeyAgreementKey
    ) throws(CTAPStatus) -> PINUVAuthSharedSecret {
        let keyAgreement = try keyAgreement(version)
        do {
            return try keyAgreement.sharedSecret(with: key)
        } catch {
            throw .invalidParameter
        }
    }

    private mutating func keyAgreement(_ version: PINUVAuthProtocol) throws(CTAPStatus) -> PINUVAuthKeyAgreement {
        if let made = keyAgreements[version] { return made }
        do {
            let made = try PINUVAuthKeyAgreement(protocol: version, random: random)
            keyAgreements[version] = made
            return made
        } catch {
            throw .other
        }
    }

    // MARK: Wrong PINs

    /// Whether PINs are refused until the next power cycle.
    var needsPowerCycle: Bool { consecutiveMismatches >= Self.maxConsecutiveMismatches }

    /// A wrong PIN came through a protocol: its key agreement is made anew, so that the next try takes a new exchange.
    mutating func recordMismatch(_ version: PINUVAuthProtocol) {
        keyAgreements[version] = nil
        consecutiveMismatches += 1
    }

    mutating func recordMatch() { consecutiveMismatches = 0 }

    // MARK: The token

    /// Whether the token is in use and within its time limits.
    var isTokenAlive: Bool { usage?.isAlive(at: now) ?? false }

    /// Whether what the token of a generation has begun may go on; nil stands for what no token had to authorize.
    func isAlive(tokenGeneration generation: Int?) -> Bool {
        generation.map { $0 == tokenGeneration && isTokenAlive } ?? true
    }

    /// The RP ID that the token is bound to; nil where it is bound to none.
    var permissionsRPID: String? { usage?.rpID }

    /// Whether the gesture that came with the token's issue counts as presence still.
    var isUserPresent: Bool { usage?.isUserPresent(at: now) ?? false }

    /// resetPinUvAuthToken, of both protocols.
    mutating func resetTokens() {
        token = random.secret(Self.tokenSize)
        usage = nil
        tokenGeneration += 1
    }

    /// Gives a verified user the token that has the permissions: the persistent one for its own permission, which stays
    /// as it is, else a new one.
    /// - Returns: the token, encrypted for the platform.
    mutating func issueToken(
        _ permissions: PINUVAuthPermissions, rpID: String?, userIsPresent: Bool,
        under secret: borrowing PINUVAuthSharedSecret, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> [UInt8] {
        guard permissions == .persistentCredentialManagementReadOnly else {
            return try issueToken(permissions: permissions, rpID: rpID, userIsPresent: userIsPresent, under: secret)
        }
        return try answeringFaults {
            try secret.encrypt(try storage.makePersistentToken(random: random), random: random)
        }
    }

    /// Puts a new token into use in the place of those of both protocols.
    /// - Parameter rpID: the only RP that it is good for; nil binds it to the first that it is used for.
    /// - Returns: the token, encrypted for the platform.
    mutating func issueToken(
        permissions: PINUVAuthPermissions, rpID: String?, userIsPresent: Bool,
        under secret: borrowing PINUVAuthSharedSecret
    ) throws(CTAPStatus) -> [UInt8] {
        resetTokens()
        let encrypted: [UInt8]
        do {
            encrypted = try secret.encrypt(token, random: random)
        } catch {
            throw .other
        }
        usage = PINUVAuthTokenUsage(
            version: secret.version, permissions: permissions, rpID: rpID, userIsPresent: userIsPresent, at: now)
        return encrypted
    }

    /// Verifies that a command comes from the platform that holds the token, and that the token permits it.
    /// - Throws: `pinAuthInvalid`; which of the reasons it was is not told.
    mutating func authorize(
        _ proof: PINUVAuthProof, permission: PINUVAuthPermissions
    ) throws(CTAPStatus) {
        guard let usage, usage.isAlive(at: now), usage.version == proof.version,
            proof.version.verify(token: token, message: proof.message, signature: proof.signature),
            usage.permissions.isSuperset(of: permission)
        else { throw .pinAuthInvalid }
        self.usage?.markUsed()
    }

    /// Verifies a command of an RP as well, and binds a token that is bound to none (sections 6.1.2 and 6.2.2, the
    /// steps on pinUvAuthParam).
    /// - Throws: `pinAuthInvalid`.
    mutating func authorize(
        _ proof: PINUVAuthProof, permission: PINUVAuthPermissions, rpID: String
    ) throws(CTAPStatus) {
        // Before the token counts as used, which prolongs its time.
        guard isTokenGood(for: rpID) else { throw .pinAuthInvalid }
        try authorize(proof, permission: permission)
        // Once: a value that is assigned to a member of an optional in a type that is not copyable leaks the one before
        // (Swift 6.3).
        if permissionsRPID == nil { usage?.rpID = rpID }
    }

    /// Whether a command comes from a platform that holds the persistent token, which is bound to no RP and no time.
    func isAuthorizedByPersistentToken(
        _ proof: PINUVAuthProof, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> Bool {
        let token = try answeringFaults { try storage.persistentToken(random: random) }
        guard let token else { return false }
        return proof.version.verify(token: token, message: proof.message, signature: proof.signature)
    }

    /// Whether the token is bound to no RP ID, or to this one.
    func isTokenGood(for rpID: String) -> Bool {
        // Byte by byte: Swift's strings are equal where Unicode calls them equivalent, RP IDs are not.
        permissionsRPID.map { $0.utf8.elementsEqual(rpID.utf8) } ?? true
    }

    /// A command has used the user's presence up: the token is good for no other ceremony.
    mutating func consumeAfterUserPresence() { usage?.consume() }
}
