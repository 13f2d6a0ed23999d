import APIClient

extension PixClient {
    /// The credentials of requests (docs/fidelity.md, `basic-authentication`). The description hides them.
    public enum Authorization: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
        /// A backend with HTTP Basic.
        case key(Key)
        /// An app with the `access` token that its backend created for it.
        case accessToken(String)

        public var description: String {
            switch self {
            case .key(let key): key.description
            case .accessToken: "an access token"
            }
        }
        public var debugDescription: String { description }

        /// The header's value.
        var header: APIAuthorization {
            switch self {
            case .key(let key): .basic(user: key.id, password: key.secret)
            case .accessToken(let token): .bearer(token)
            }
        }
    }
}
