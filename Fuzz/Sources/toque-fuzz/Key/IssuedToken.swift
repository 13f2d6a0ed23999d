import CTAP
import ToqueCrypto

/// A platform's pinUvAuthToken, with its permitted uses (CTAP 2.3 section 6.5.2.1).
final class IssuedToken {
    /// An unused token ends after this time, over USB. For the same time, and for one ceremony, the gesture for the
    /// token counts as presence.
    private static let initialUsageLimit: Duration = .seconds(30)
    private static let maxUsagePeriod: Duration = .seconds(600)

    let version: PINUVAuthProtocol
    /// The persistent token of CTAP 2.2, which permits only reading and survives a power cycle.
    let isPersistent: Bool
    private let value: SecretBytes
    private let isByFinger: Bool
    private let issuedAt: Duration
    private var permissions: PINUVAuthPermissions
    /// The hash of its only RP ID; nil while it is not bound.
    private var rpIDHash: [UInt8]?
    private var isUsed = false
    /// The event that ended it.
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

    /// True if somebody was present for it, so that only the time limits its proof of presence.
    func provesPresence(at time: Duration) -> Bool { isByFinger && time - issuedAt < Self.initialUsageLimit }

    /// Returns pinUvAuthParam. From here on the token may count as used, whatever the key's response.
    func authenticate(_ message: [UInt8], at time: Duration) -> [UInt8] {
        if time - issuedAt < Self.initialUsageLimit { isUsed = true }
        return version.authenticate(token: value, message: message)
    }

    /// Ends the token.
    func end(by event: String) { if end == nil { end = event } }

    /// A credential was created or used: the token permits no other one.
    func endCeremony() { permissions.formIntersection([.largeBlobWrite, .persistentCredentialManagementReadOnly]) }

    // MARK: - The key's side

    /// An operation that it authorized continues or begins.
    func requireAlive(at time: Duration) {
        require(end == nil, "a token is taken after \(end ?? "its end")")
        let limit = isUsed ? Self.maxUsagePeriod : Self.initialUsageLimit
        require(isPersistent || time - issuedAt < limit, "a token is taken after its time")
    }

    /// The key has accepted it.
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
