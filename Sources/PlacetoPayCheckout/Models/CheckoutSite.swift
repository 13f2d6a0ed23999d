import ToqueEncoding
import Glibc

/// The requesting site: the guide's constants.
public struct CheckoutSite: Sendable {
    /// `LOGIN_CHECKOUT`.
    public var login: String
    /// `SECRET_KEY_CHECKOUT`. It must never be in an app.
    public var secretKey: String
    /// `RETURN_URL` and `CANCEL_URL`.
    public var returnUrl: String
    public var cancelUrl: String?
    /// `USER_AGENT`.
    public var userAgent: String
    public var locale: String
    /// The lifetime of a session.
    public var lifetime: Duration

    public init(
        login: String, secretKey: String, returnUrl: String, cancelUrl: String? = nil,
        userAgent: String = "PlacetoPayCheckout", locale: String = "es_CO", lifetime: Duration = .seconds(86_400)
    ) {
        self.login = login
        self.secretKey = secretKey
        self.returnUrl = returnUrl
        self.cancelUrl = cancelUrl
        self.userAgent = userAgent
        self.locale = locale
        self.lifetime = lifetime
    }

    /// Reads the environment: `TOQUE_PLACETOPAY_KEY_ID` and `TOQUE_PLACETOPAY_KEY_SECRET`, which a sandbox sets for its
    /// command, `RETURN_URL`, `CANCEL_URL` and `USER_AGENT`.
    public static var environment: CheckoutSite {
        CheckoutSite(
            login: variable("TOQUE_PLACETOPAY_KEY_ID") ?? "", secretKey: variable("TOQUE_PLACETOPAY_KEY_SECRET") ?? "",
            returnUrl: variable("RETURN_URL") ?? "redirection://receipt?return", cancelUrl: variable("CANCEL_URL"),
            userAgent: variable("USER_AGENT") ?? "PlacetoPayCheckout")
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `auth` of a new request.
    public var auth: CheckoutAuth { CheckoutAuth(login: login, secretKey: secretKey) }
}

extension CheckoutSite: CustomStringConvertible, CustomDebugStringConvertible {
    /// Without the secret key.
    public var description: String { "CheckoutSite(\(login))" }
    public var debugDescription: String { description }
}
