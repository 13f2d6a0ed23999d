import APIClient
import CheckoutPresentation
import Logging

/// What the SDK needs where a phone has a network, a screen and a clock.
public struct YunoEnvironment: Sendable {
    /// The API's base; nil means `TOQUE_YUNO_SERVER`, else `TOQUE_SERVER`.
    public var server: ServerURL?
    public var transport: any HTTPTransport
    /// Measures the waits between requests.
    public var clock: any Clock<Duration>
    /// How the status of a payment is asked for. While the person has their turn the time-out does not count: the
    /// server's clocks end the payment.
    public var polling: Polling
    /// Shows the screens of a payment that brings no `viewController`; nil means the one that `TOQUE_PRESENT` names.
    public var presenter: (any CheckoutPresenter)?
    /// Approves at the pages of banks, issuers and wallets; nil means with the default store's passkeys.
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

    /// One for all payments that name none.
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
