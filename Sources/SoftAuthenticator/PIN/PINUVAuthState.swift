import CTAP
import ToqueCrypto

/// An authenticator's state of PIN/UV authentication from one power-up to the next (CTAP 2.3 section 6.5.2): the key
/// agreements of both protocols, the pinUvAuthToken, and the number of consecutive wrong PINs. State that survives a
/// power cycle is in `CredentialStorage`.
struct PINUVAuthState: ~Copyable {
    /// The length of a pinUvAuthToken in bytes, in both protocols.
    static let tokenSize = 32
    /// The number of consecutive wrong PINs after which none is accepted until a power cycle (section 6.5.5.6).
    static let maxConsecutiveMismatches = 3

    private let random: any RandomSource
    private let uptime: @Sendable () -> Duration
    /// Each is made on first use.
    private var keyAgreements: [PINUVAuthProtocol: PINUVAuthKeyAgreement] = [:]
    /// A new token voids those of both protocols, so there is only one, of the protocol in `usage`.
    private var token: SecretBytes
    /// nil while the token is not in use.
    private var usage: PINUVAuthTokenUsage?
    /// Differs from token to token, so that work that a token began can end with it.
    private(set) var tokenGeneration = 0
    private var consecutiveMismatches = 0

    /// The state after power-up.
    /// - Parameters:
    ///   - random: the source of key agreements and tokens.
    ///   - uptime: a monotonic clock, with any starting point.
    init(random: any RandomSource, uptime: @escaping @Sendable () -> Duration) {
        self.random = random
        self.uptime = uptime
        token = random.secret(Self.tokenSize)
    }

    var now: Duration { uptime() }

    /// The protocol with a platform's number.
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

    /// decapsulate: the secret shared with the platform that has this key. hmac-secret uses it too (section 12.7).
    /// - Throws: `invalidParameter` if the key is not a point of the curve.
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

    /// True if PINs are refused until the next power cycle.
    var needsPowerCycle: Bool { consecutiveMismatches >= Self.maxConsecutiveMismatches }

    /// A wrong PIN came through a protocol: its key agreement is renewed, so that the next try takes a new exchange.
    mutating func recordMismatch(_ version: PINUVAuthProtocol) {
        keyAgreements[version] = nil
        consecutiveMismatches += 1
    }

    mutating func recordMatch() { consecutiveMismatches = 0 }

    // MARK: The token

    /// True if the token is in use and within its time limits.
    var isTokenAlive: Bool { usage?.isAlive(at: now) ?? false }

    /// True if work that a generation's token began may continue; nil means that it needed no token.
    func isAlive(tokenGeneration generation: Int?) -> Bool {
        generation.map { $0 == tokenGeneration && isTokenAlive } ?? true
    }

    /// The RP ID that the token is bound to; nil if none.
    var permissionsRPID: String? { usage?.rpID }

    /// True if the gesture at the token's issue still counts as presence.
    var isUserPresent: Bool { usage?.isUserPresent(at: now) ?? false }

    /// resetPinUvAuthToken, of both protocols.
    mutating func resetTokens() {
        token = random.secret(Self.tokenSize)
        usage = nil
        tokenGeneration += 1
    }

    /// Gives a verified user a token with the permissions: the existing persistent one for its own permission,
    /// otherwise a new one.
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

    /// Replaces the tokens of both protocols by a new one.
    /// - Parameter rpID: the only RP that may use it; nil binds it to the first one.
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
    /// - Throws: `pinAuthInvalid`, for any reason.
    mutating func authorize(
        _ proof: PINUVAuthProof, permission: PINUVAuthPermissions
    ) throws(CTAPStatus) {
        guard let usage, usage.isAlive(at: now), usage.version == proof.version,
            proof.version.verify(token: token, message: proof.message, signature: proof.signature),
            usage.permissions.isSuperset(of: permission)
        else { throw .pinAuthInvalid }
        self.usage?.markUsed()
    }

    /// Also verifies a command of an RP, and binds an unbound token (sections 6.1.2 and 6.2.2, the steps on
    /// pinUvAuthParam).
    /// - Throws: `pinAuthInvalid`.
    mutating func authorize(
        _ proof: PINUVAuthProof, permission: PINUVAuthPermissions, rpID: String
    ) throws(CTAPStatus) {
        // Before the token counts as used, which prolongs its time.
        guard isTokenGood(for: rpID) else { throw .pinAuthInvalid }
        try authorize(proof, permission: permission)
        // Once: assigning to a member of an optional in a noncopyable type leaks the previous value (Swift 6.3).
        if permissionsRPID == nil { usage?.rpID = rpID }
    }

    /// True if a command comes from a platform with the persistent token, which is bound to no RP and no time.
    func isAuthorizedByPersistentToken(
        _ proof: PINUVAuthProof, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> Bool {
        let token = try answeringFaults { try storage.persistentToken(random: random) }
        guard let token else { return false }
        return proof.version.verify(token: token, message: proof.message, signature: proof.signature)
    }

    /// True if the token is bound to no RP ID, or to this one.
    func isTokenGood(for rpID: String) -> Bool {
        // Byte by byte: Swift compares strings by canonical equivalence, RP IDs are compared exactly.
        permissionsRPID.map { $0.utf8.elementsEqual(rpID.utf8) } ?? true
    }

    /// A command has used up the user's presence: the token is not valid for another ceremony.
    mutating func consumeAfterUserPresence() { usage?.consume() }
}
