import CheckoutPresentation
import FoundationEssentials

/// Yuno's seamless SDK: an app pays a session that the merchant's server made.
@MainActor
public enum Yuno {
    private static var account: YunoAccount?
    private static let sessions = YunoSessions()

    /// Makes the SDK ready.
    /// - Parameters:
    ///   - apiKey: the public key.
    ///   - config: how the screens behave.
    ///   - environment: what a payment needs where a phone has a network and a screen.
    ///   - callback: gets true where the server knows the key.
    public static func initialize(
        apiKey: String, config: YunoConfig = YunoConfig(), environment: YunoEnvironment = YunoEnvironment(),
        callback: @escaping @MainActor (Bool) -> Void
    ) {
        let account = YunoAccount(apiKey: apiKey, config: config, environment: environment)
        self.account = account
        Task { callback(await account.isKnown()) }
    }

    /// Pays a session and waits for the result. A session has one payment: called again, this goes on with it.
    /// - Parameters:
    ///   - params: the session, and where it is shown.
    ///   - paymentSelected: what the person chose.
    ///   - showPaymentStatus: whether a screen with the result follows.
    public static func startPaymentSeamlessLite(
        with params: SeamlessParams, paymentSelected: any PaymentMethodSelected, showPaymentStatus: Bool = true
    ) async -> Result {
        await start(YunoOrder(params, paymentSelected), showPaymentStatus)
    }

    /// As the async form.
    /// - Parameters:
    ///   - params: the session, and where it is shown.
    ///   - paymentSelected: what the person chose.
    ///   - showPaymentStatus: whether a screen with the result follows.
    ///   - callback: called once.
    public static func startPaymentSeamlessLite(
        with params: SeamlessParams, paymentSelected: any PaymentMethodSelected, showPaymentStatus: Bool = true,
        callback: @escaping @MainActor (Result) -> Void
    ) {
        let order = YunoOrder(params, paymentSelected)
        Task { callback(await start(order, showPaymentStatus)) }
    }

    /// As the async form, with the members of a delegate as they are now.
    /// - Parameters:
    ///   - delegate: gets the result, once.
    ///   - paymentSelected: what the person chose.
    ///   - showPaymentStatus: whether a screen with the result follows.
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

    /// Takes the URL by which a method that left the app comes back. The status is then asked for: the one in a URL is
    /// anybody's word.
    /// - Parameters:
    ///   - url: as the system hands it to the app.
    ///   - showStatusView: whether a screen with the result follows.
    /// - Returns: false for a URL of another scheme than the session's `callback_url`, and for a session that was not
    ///   paid here.
    @discardableResult
    public static func receiveDeeplink(_ url: URL, showStatusView: Bool = true) -> Bool {
        sessions.receive(url.absoluteString, showsStatus: showStatusView)
    }

    /// Takes the loader away that `YunoConfig.keepLoader` keeps.
    public static func hideLoader() { sessions.hideLoader() }

    /// What became of a session that was paid here; nil for another one, and until there is a result.
    public static func outcome(of session: String) -> Outcome? { sessions.outcome(of: session) }
}
