import SandboxKit

extension Operation {
    static let bankDiscovery = [
        Operation(
            method: .get, path: "bank/jwks.json", id: "showBankKeys", tag: .bank,
            summary: "Show the keys that ID tokens are signed with", answers: [.shown(.bankKeys, "A JWK set")]),
        Operation(
            method: .get, path: "bank/.well-known/openid-configuration", id: "showBankConfiguration", tag: .bank,
            summary: "Show the bank's OpenID Connect Discovery document",
            answers: [.shown(.bankConfiguration, "The configuration")]),
    ]
}
