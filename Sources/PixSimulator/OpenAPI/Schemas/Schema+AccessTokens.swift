import PixAPI
import SandboxKit
import ToqueEncoding

extension Schema {
    /// The key in a body.
    static let requestAccessToken = request(
        .required("id", .text), .required("password", .text),
        .optional("use_cases", .array(of: .choice(AccessTokenRequest.UseCase.self)).orNull),
        .optional("widget", .freeObject.orNull.about("How a widget looks; passed over")))

    static let accessTokens = answer(.required("access", jwt), .required("refresh", jwt))

    private static let jwt = text(matching: #"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$"#)
}
