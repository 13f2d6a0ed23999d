import Sandbox

/// Headers of requests.
enum YunoHeader {
    static let publicKey = "public-api-key"
    static let secret = "private-secret-key"
    static let idempotencyKey = "X-Idempotency-Key"
}

extension Route.Access {
    /// The merchant's server: both halves of the key.
    static let yunoMerchant = Route.Access.provider(schemes: [[.yunoPublicKey, .yunoSecret]]) { request in
        guard let id = request.header(YunoHeader.publicKey), let secret = request.header(YunoHeader.secret),
            try await request.takes(APIKey(id: id, secret: secret))
        else {
            throw SandboxError(
                .invalidCredentials,
                "The API key is missing or wrong; send \(YunoHeader.publicKey) and \(YunoHeader.secret).")
        }
        return id
    }

    /// The SDK: only the public half. It can access a session by ID.
    static let yunoDevice = Route.Access.provider(schemes: [[.yunoPublicKey]]) { request in
        guard let id = request.header(YunoHeader.publicKey), try await request.engine.store.hasKey(id) else {
            throw SandboxError(
                .invalidCredentials, "The public key is missing or unknown; send \(YunoHeader.publicKey).")
        }
        return id
    }
}

extension SecurityScheme {
    fileprivate static let yunoPublicKey = SecurityScheme(
        "publicKey", .header(YunoHeader.publicKey), "The public half of a key, which apps have.")
    fileprivate static let yunoSecret = SecurityScheme(
        "secretKey", .header(YunoHeader.secret), "The private half, of the merchant's server.")
}
