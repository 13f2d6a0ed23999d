import CTAP

/// The usage of a pinUvAuthToken since its issue (CTAP 2.3 section 6.5.2.1), in the authenticator's uptime.
///
/// The specification's userVerified flag is not stored: it is set and cleared together with the permissions to make
/// credentials and assertions, which alone require it.
struct PINUVAuthTokenUsage {
    /// A token that is not used within this time is void: the initial usage time limit of USB.
    static let initialUsageLimit: Duration = .seconds(30)
    /// The gesture at the token's issue counts as presence for this time.
    static let userPresentLimit: Duration = .milliseconds(19_800)
    /// A token is void after this time, however often it was used.
    static let maxUsagePeriod: Duration = .seconds(600)

    let version: PINUVAuthProtocol
    private(set) var permissions: PINUVAuthPermissions
    /// The permissions RP ID, the only one that may use the token; nil if unbound.
    var rpID: String?
    private let begin: Duration
    private var userPresent: Bool
    private var isUsed = false

    /// beginUsingPinUvAuthToken.
    init(
        version: PINUVAuthProtocol, permissions: PINUVAuthPermissions, rpID: String?, userIsPresent: Bool,
        at now: Duration
    ) {
        self.version = version
        self.permissions = permissions
        self.rpID = rpID
        begin = now
        userPresent = userIsPresent
    }

    /// True if the token is still in use (pinUvAuthTokenUsageTimerObserver).
    func isAlive(at now: Duration) -> Bool {
        now - begin < (isUsed ? Self.maxUsagePeriod : Self.initialUsageLimit)
    }

    /// getUserPresentFlagValue.
    func isUserPresent(at now: Duration) -> Bool { userPresent && now - begin < Self.userPresentLimit }

    /// The token has authorized something within its initial usage time.
    mutating func markUsed() { isUsed = true }

    /// clearUserPresentFlag, clearUserVerifiedFlag and clearPinUvAuthTokenPermissionsExceptLbw.
    mutating func consume() {
        userPresent = false
        permissions.formIntersection(.largeBlobWrite)
    }
}
