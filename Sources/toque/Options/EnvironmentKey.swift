import PixAPI

extension PixClient.Key {
    /// The key of `TOQUE_API_KEY_ID` and `TOQUE_API_KEY_SECRET`; nil where neither is set. An empty variable is none.
    /// - Parameter value: of a variable.
    /// - Throws: status 2 where one is set without the other: the key of the sandbox in its place would only surprise.
    static func ofEnvironment(
        _ value: (String) -> String? = environment
    ) throws(CommandError) -> PixClient.Key? {
        let (id, secret) = ("TOQUE_API_KEY_ID", "TOQUE_API_KEY_SECRET")
        func text(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
        switch (text(id), text(secret)) {
        case (nil, nil): return nil
        case (let id?, let secret?): return PixClient.Key(id: id, secret: secret)
        case (_?, nil): throw CommandError(.usage, "\(id) without a secret", try: "\(secret), too")
        case (nil, _?): throw CommandError(.usage, "\(secret) without an id", try: "\(id), too")
        }
    }
}
