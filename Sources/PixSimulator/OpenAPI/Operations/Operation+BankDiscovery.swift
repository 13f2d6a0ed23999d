import SandboxKit

extension Operation {
    static let bankDiscovery = [
        Operation(
            method: .get, path: "bank/jwks.json", id: "showBankKeys", tag: .bank,
            summary: "Show the keys that ID tokens are signed with", answers: [.shown(.bankKeys, "A JWK set")]),
        Operation(
            method: .get, path: "bank/.well-known/openid-configuration", id: "showBankConfiguration", tag: .bank,
            summary: "Show what a client of the bank has to know (OpenID Connect Discovery)",
            answers: [.shown(.bankConfiguration, "The configuration")]),
    ]
}
