/// The maximum lengths of members in Unicode scalars (Checkout documentation, "Create a session" and its structures).
package enum PlacetoPayLimit {
    // auth
    package static let login = 32
    package static let tranKey = 64
    package static let nonce = 255
    package static let seed = 35

    // Persons
    package static let name = 60
    package static let email = 80
    package static let mobile = 30
    package static let document = 25
    package static let documentType = 6
    /// For a part of an address; the documentation has no limit.
    package static let address = 255

    // Payment
    package static let reference = 32
    package static let description = 255
    package static let item = 255

    // Session
    package static let url = 255
    package static let userAgent = 255
    /// An IPv6 address with an embedded IPv4 one.
    package static let ipAddress = 46
    package static let keyword = 50
    package static let fieldValue = 255

    /// The maximum of failed attempts in a session; the last one ends it.
    package static let failedAttempts = 10
}
