import Sandbox

extension Provider {
    func tenant(ofBearer token: String, _ engine: Engine) async throws -> String? {
        try await accessTokens.tenant(of: token, engine)
    }
}
