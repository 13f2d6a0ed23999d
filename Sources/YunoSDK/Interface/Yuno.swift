import CheckoutPresentation
import FoundationEssentials

/// Yuno's seamless SDK: an app pays a session that the merchant's server created.
@MainActor
public enum Yuno {
    private static var account: YunoAccount?
    private static let sessions = YunoSessions()

    /// Initializes the SDK.
    /// - Parameters:
    ///   - apiKey: the public key.
    ///   - config: the behavior of the screens.
    ///   - environment: what replaces a phone's network and screen.
    ///   - callback: receives true if the server knows the key.
    public static func initialize(
        apiKey: String, config: YunoConfig = YunoConfig(), environment: YunoEnvironment = YunoEnvironment(),
        callback: @escaping @MainActor (Bool) -> Void
    ) {
        let account = YunoAccount(apiKey: apiKey, config: config, environment: environment)
        self.account = account
        Task { callback(await account.isKnown()) }
    }

    /// Pays a session and waits for the result. A session has one payment; another call resumes it.
    /// - Parameters:
    ///   - params: the session, and its presenter.
    ///   - paymentSelected: the person's choice.
    ///   - showPaymentStatus: true to show a screen with the result.
    public static func startPaymentSeamlessLite(
        with params: SeamlessParams, paymentSelected: any PaymentMethodSelected, showPaymentStatus: Bool = true
    ) async -> Result {
        await start(YunoOrder(params, paymentSelected), showPaymentStatus)
    }

    /// Like the async form.
    /// - Parameters:
    ///   - params: the session, and its presenter.
    ///   - paymentSelected: the person's choice.
    ///   - showPaymentStatus: true to show a screen with the result.
    ///   - callback: called once.
    public static func startPaymentSeamlessLite(
        with params: SeamlessParams, paymentSelected: any PaymentMethodSelected, showPaymentStatus: Bool = true,
        callback: @escaping @MainActor (Result) -> Void
    ) {
        let order = YunoOrder(params, paymentSelected)
        Task { callback(await start(order, showPaymentStatus)) }
    }

    /// Like the async form, with a delegate's current members.
    /// - Parameters:
    ///   - delegate: receives the result, once.
    ///   - paymentSelected: the person's choice.
    ///   - showPaymentStatus: true to show a screen with the result.
    public static func startPaymentSeamlessLite(
        with delegate: any YunoPaymentDelegate, paymentSelected: any PaymentMethodSelected,
        showPaymentStatus: Bool = true
    ) {
        let order = YunoOrder(delegate, paymentSelected)
        Task { delegate.yunoPaymentResult(await start(order, showPaymentStatus)) }
    }

    private static func start(_ order: YunoOrder, _ showsStatus: Bool) async -> Result {
        await sessions.pay(order, account, showsStatus: showsStatus).result
    }

    /// Handles the URL with which a method that left the app returns. The SDK then asks for the status, because anybody
    /// can forge the one in a URL.
    /// - Parameters:
    ///   - url: the URL from the system.
    ///   - showStatusView: true to show a screen with the result.
    /// - Returns: false for a URL without the scheme of the session's `callback_url`, and for a session that was not
    ///   paid here.
    @discardableResult
    public static func receiveDeeplink(_ url: URL, showStatusView: Bool = true) -> Bool {
        sessions.receive(url.absoluteString, showsStatus: showStatusView)
    }

    /// Removes the loader that `YunoConfig.keepLoader` keeps.
    public static func hideLoader() { sessions.hideLoader() }

    /// The outcome of a session that was paid here; nil for other sessions and until there is one.
    public static func outcome(of session: String) -> Outcome? { sessions.outcome(of: session) }
}
