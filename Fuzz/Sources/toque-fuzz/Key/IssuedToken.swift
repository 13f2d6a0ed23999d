import CTAP
import ToqueCrypto

/// A pinUvAuthToken in the platform's hands, and what it may be good for (CTAP 2.3 section 6.5.2.1).
final class IssuedToken {
    /// A token that nothing used for so long ends, over USB. For so long as well, and for one ceremony, the gesture
    /// that it was given for counts as presence.
    private static let initialUsageLimit: Duration = .seconds(30)
    private static let maxUsagePeriod: Duration = .seconds(600)

    let version: PINUVAuthProtocol
    /// The one of CTAP 2.2, which is not good for anything but reading, and for that from one power-up to the next.
    let isPersistent: Bool
    private let value: SecretBytes
    private let isByFinger: Bool
    private let issuedAt: Duration
    private var permissions: PINUVAuthPermissions
    /// The hash of the only RP ID that it is good for; nil while it is bound to none.
    private var rpIDHash: [UInt8]?
    private var isUsed = false
    /// What it ended by.
    private var end: String?

    init(_ request: TokenRequest, _ value: consuming SecretBytes, at time: Duration) {
        version = request.version
        isPersistent = request.granted == .persistentCredentialManagementReadOnly
        self.value = value
        isByFinger = request.way == .fingerprint
        issuedAt = time
        permissions = request.granted
        rpIDHash = isPersistent || request.way == .legacy ? nil : request.rpID.map { Digest.sha256($0) }
    }

    var hasEnded: Bool { end != nil }

    /// Whether somebody was there for it, and nothing but this time needed them.
    func provesPresence(at time: Duration) -> Bool { isByFinger && time - issuedAt < Self.initialUsageLimit }

    /// pinUvAuthParam. From here on it may count as used, whatever the key answers.
    func authenticate(_ message: [UInt8], at time: Duration) -> [UInt8] {
        if time - issuedAt < Self.initialUsageLimit { isUsed = true }
        return version.authenticate(token: value, message: message)
    }

    /// It is good for nothing any more.
    func end(by event: String) { if end == nil { end = event } }

    /// A credential was made or used: it is good for no other one.
    func endCeremony() { permissions.formIntersection([.largeBlobWrite, .persistentCredentialManagementReadOnly]) }

    // MARK: - What the key does

    /// Something that it authorized goes on, or begins.
    func requireAlive(at time: Duration) {
        require(end == nil, "a token is taken after \(end ?? "its end")")
        let limit = isUsed ? Self.maxUsagePeriod : Self.initialUsageLimit
        require(isPersistent || time - issuedAt < limit, "a token is taken after its time")
    }

    /// The key has taken it.
    func use(for demand: TokenDemand, at time: Duration) {
        requireAlive(at: time)
        require(!permissions.isDisjoint(with: demand.permissions), "a token is taken for what it does not permit")
        switch demand.scope {
        case .key: break
        case .allRPs: require(rpIDHash == nil, "a token of one RP is taken for all of them")
        case .ceremony(let used):
            require(rpIDHash == nil || rpIDHash == used, "a token is taken for another RP")
            rpIDHash = used
        case .credentials(let used):
            require(rpIDHash == nil || rpIDHash == used, "a token is taken for the credentials of another RP")
        }
    }
}
