import APIClient
import CheckoutPresentation
import Logging

/// What replaces a phone's network, screen and clock.
public struct YunoEnvironment: Sendable {
    /// The API's base URL. Default: `TOQUE_YUNO_SERVER`, or else `TOQUE_SERVER`.
    public var server: ServerURL?
    public var transport: any HTTPTransport
    /// Measures the waits between requests.
    public var clock: any Clock<Duration>
    /// The polling of a payment's status. The timeout does not count while the person must act: the server's timers end
    /// the payment.
    public var polling: Polling
    /// Shows the screens of a payment without a `viewController`. Default: the presenter in `TOQUE_PRESENT`.
    public var presenter: (any CheckoutPresenter)?
    /// Approves on the pages of banks, issuers and wallets. Default: with the default store's passkeys.
    public var approval: ApprovalClient?
    public var logger: Logger

    public init(
        server: ServerURL? = nil, transport: any HTTPTransport = Self.sharedTransport,
        clock: any Clock<Duration> = ContinuousClock(), polling: Polling = Polling(),
        presenter: (any CheckoutPresenter)? = nil, approval: ApprovalClient? = nil,
        logger: Logger = Logger(label: "YunoSDK")
    ) {
        self.server = server
        self.transport = transport
        self.clock = clock
        self.polling = polling
        self.presenter = presenter
        self.approval = approval
        self.logger = logger
    }

    /// Shared by all payments that name none.
    public static let sharedTransport: any HTTPTransport = AsyncHTTPTransport()

    /// Why a payment cannot begin.
    typealias Missing = ProcessDefaults.Missing

    func foundServer() throws(Missing) -> ServerURL {
        if let server { return server }
        return try ProcessDefaults().server(of: "YUNO", remedy: "YunoEnvironment.server")
    }

    func foundPresenter() throws(Missing) -> any CheckoutPresenter {
        if let presenter { return presenter }
        return try ProcessDefaults().presenter(clock: clock, remedy: "viewController")
    }
}
