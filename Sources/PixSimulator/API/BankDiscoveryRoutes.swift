import Sandbox
import SandboxKit
import ToqueEncoding

extension PixProvider {
    /// The bank's public metadata (OpenID Connect Discovery 1.0), without a key.
    var bankDiscoveryRoutes: [Route] {
        [
            Route("GET", "bank/jwks.json", access: .open) { request in
                .json(["keys": [try await bankKeys.key(request.engine).jwk]]).assuming(.idToken)
            },
            Route("GET", "bank/.well-known/openid-configuration", access: .open) { request in
                .json(Self.discovery(publicURL: request.publicURL)).assuming(.idToken)
            },
        ]
    }

    /// The issuer of ID tokens.
    static func issuer(_ publicURL: String) -> String { "\(publicURL)/bank" }

    static func discovery(publicURL: String) -> JSON {
        let issuer = issuer(publicURL)
        return [
            "issuer": .string(issuer), "authorization_endpoint": .string("\(publicURL)/\(approvalPath)"),
            "jwks_uri": .string("\(issuer)/jwks.json"), "response_types_supported": ["code id_token"],
            "response_modes_supported": ["query", "fragment"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["PS256"], "scopes_supported": ["openid"],
            "claims_supported": ["iss", "sub", "aud", "iat", "exp", "nonce", "s_hash", "c_hash"],
        ]
    }
}
