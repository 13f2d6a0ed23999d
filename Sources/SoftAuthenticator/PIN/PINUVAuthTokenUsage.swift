import CTAP

/// How a pinUvAuthToken is used, from its issue on (CTAP 2.3 section 6.5.2.1). Times are of the authenticator's uptime.
///
/// The specification's userVerified flag is not kept apart: it is set and cleared together with the permissions to make
/// credentials and assertions, which alone ask for it.
struct PINUVAuthTokenUsage {
    /// A token that nothing used for so long is void: the initial usage time limit of USB.
    static let initialUsageLimit: Duration = .seconds(30)
    /// For so long a gesture that came with the token's issue counts as presence.
    static let userPresentLimit: Duration = .milliseconds(19_800)
    /// A token is void after this time, however often it was used.
    static let maxUsagePeriod: Duration = .seconds(600)

    let version: PINUVAuthProtocol
    private(set) var permissions: PINUVAuthPermissions
    /// The permissions RP ID: the only one that the token is good for; nil while it is bound to none.
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

    /// Whether the token is in use still (pinUvAuthTokenUsageTimerObserver).
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
