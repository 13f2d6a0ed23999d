import ToqueEncoding

/// What parts are compared with.
public struct InspectionContext: Sendable, Hashable {
    /// The RP ID whose SHA-256 an RP ID hash should be; nil compares with none.
    public var rpID: String?
    /// When certificates should be valid; nil looks at no validity.
    public var time: Timestamp?

    public init(rpID: String? = nil, time: Timestamp? = nil) {
        self.rpID = rpID
        self.time = time
    }
}
