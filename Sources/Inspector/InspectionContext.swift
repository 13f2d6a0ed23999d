import ToqueEncoding

/// Expected values to compare parts with.
public struct InspectionContext: Sendable, Hashable {
    /// The RP ID whose SHA-256 an RP ID hash should be; nil skips the comparison.
    public var rpID: String?
    /// The time at which certificates should be valid; nil skips the check.
    public var time: Timestamp?

    public init(rpID: String? = nil, time: Timestamp? = nil) {
        self.rpID = rpID
        self.time = time
    }
}
