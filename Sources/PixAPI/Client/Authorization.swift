import APIClient

extension PixClient {
    /// Who makes the requests (docs/fidelity.md, `basic-authentication`). Its description hides what it holds.
    public enum Authorization: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
        /// A backend, by HTTP Basic.
        case key(Key)
        /// An app, by the `access` token that its backend made for it.
        case accessToken(String)

        public var description: String {
            switch self {
            case .key(let key): key.description
            case .accessToken: "an access token"
            }
        }
        public var debugDescription: String { description }

        /// As a request carries it.
        var header: APIAuthorization {
            switch self {
            case .key(let key): .basic(user: key.id, password: key.secret)
            case .accessToken(let token): .bearer(token)
            }
        }
    }
}
