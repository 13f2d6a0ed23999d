/// The place of a request's key, in the terms of OpenAPI.
public struct SecurityScheme: Sendable, Hashable {
    public enum Place: Sendable, Hashable {
        /// HTTP Basic.
        case basic
        /// `Authorization: Bearer`.
        /// - Parameter format: of the token; nil for any text.
        case bearer(format: String?)
        /// A header of this name.
        case header(String)
    }

    public let name: String
    public let place: Place
    /// One sentence.
    public let about: String

    public init(_ name: String, _ place: Place, _ about: String) {
        self.name = name
        self.place = place
        self.about = about
    }

    static let key = SecurityScheme("basicAuth", .basic, "The id of an API key and its secret.")
    static let token = SecurityScheme(
        "bearerAuth", .bearer(format: "JWT"), "An access token, as apps have it.")
}

extension Route.Access {
    /// The alternative combinations of keys; empty without authentication, and if the keys are in the body.
    public var schemes: [[SecurityScheme]] {
        switch self {
        case .open: []
        case .key: [[.key]]
        case .keyOrToken: [[.key], [.token]]
        case .provider(let schemes, _): schemes
        }
    }
}
