import Sandbox
import SandboxKit

extension Operation {
    static let accessTokens = [
        Operation(
            method: .post, path: "payments/api/widget-token", id: "createAccessToken", tag: .tokens,
            summary: "Create an access token for an app",
            about: "It is valid for \(AccessTokenIssuer.accessLifetime) s.",
            answers: [.shown(.accessTokens, "The tokens")]),
        Operation(
            method: .post, path: "token", id: "createAccessTokenByBody", tag: .tokens,
            summary: "Create an access token for an app, with the key in the body", body: .of(.requestAccessToken),
            answers: [.shown(.accessTokens, "The tokens")],
            refusals: [
                .required("password", "Found nothing, expected a string."),
                SandboxError(401, "authentication_failed", "The key in the body is wrong."),
            ] + SandboxError.ofTheDefaultKey),
    ]
}
