import APIClient
import CheckoutPresentation
import FoundationEssentials
import Logging

/// An app's settings, set once.
@MainActor
public enum TakeMePay {
    /// The public key, `pk_test_…` in the sandbox.
    public static var publicKey: String?

    /// Returns true if a URL from the system returns from the wallet of a current payment. That payment then asks for
    /// its status at once.
    public static func shouldHandle(with url: URL) -> Bool {
        awaited.removeAll { $0.payment == nil }
        let payments = awaited.filter { $0.returnURL == url.absoluteString }.compactMap(\.payment)
        for payment in payments { payment.resume() }
        return !payments.isEmpty
    }

    static func register(_ payment: TMPPayment, returnURL: String) {
        awaited.append(AwaitedReturn(payment: payment, returnURL: returnURL))
    }

    static func unregister(_ payment: TMPPayment) { awaited.removeAll { $0.payment === payment || $0.payment == nil } }

    /// The return from a wallet that a payment waits for.
    private struct AwaitedReturn {
        weak var payment: TMPPayment?
        let returnURL: String
    }

    private static var awaited: [AwaitedReturn] = []
}

/// What replaces a phone's network, screen and clock.
public struct TMPEnvironment: Sendable {
    /// Default: `TakeMePay.publicKey`.
    public var publicKey: String?
    /// The API's base URL. Default: `TOQUE_TAKEME_SERVER`, or else `TOQUE_SERVER`.
    public var server: ServerURL?
    public var transport: any HTTPTransport
    /// Measures intervals and timeouts.
    public var clock: any Clock<Duration>
    /// Shows the wallet's page and the built-in screens. Default: the presenter in `TOQUE_PRESENT`.
    public var presenter: (any CheckoutPresenter)?
    /// Approves on the wallet's page. Default: with the default store's passkeys.
    public var approval: ApprovalClient?
    /// The stored state for a restarted process; nil for none.
    public var journal: TMPPaymentJournal?
    /// The wallet's return URL. Default: one that the presenter observes, if any.
    public var returnURL: String?
    public var logger: Logger

    public init(
        publicKey: String? = nil, server: ServerURL? = nil, transport: any HTTPTransport = Self.sharedTransport,
        clock: any Clock<Duration> = ContinuousClock(), presenter: (any CheckoutPresenter)? = nil,
        approval: ApprovalClient? = nil, journal: TMPPaymentJournal? = nil, returnURL: String? = nil,
        logger: Logger = Logger(label: TMPError.domain)
    ) {
        self.publicKey = publicKey
        self.server = server
        self.transport = transport
        self.clock = clock
        self.presenter = presenter
        self.approval = approval
        self.journal = journal
        self.returnURL = returnURL
        self.logger = logger
    }

    /// Shared by all payments that name none.
    public static let sharedTransport: any HTTPTransport = AsyncHTTPTransport()

    func foundServer() throws(TMPError) -> ServerURL {
        if let server { return server }
        return try Self.found { () throws(ProcessDefaults.Missing) in
            try ProcessDefaults().server(of: "TAKEME", remedy: "TMPEnvironment.server")
        }
    }

    /// - Throws: if there is none, because then nobody can authorize.
    func foundPresenter() throws(TMPError) -> any CheckoutPresenter {
        if let presenter { return presenter }
        return try Self.found { () throws(ProcessDefaults.Missing) in
            try ProcessDefaults().presenter(clock: clock, remedy: "TMPEnvironment.presenter")
        }
    }

    private static func found<Value>(_ find: () throws(ProcessDefaults.Missing) -> Value) throws(TMPError) -> Value {
        do throws(ProcessDefaults.Missing) {
            return try find()
        } catch {
            throw TMPError(.payment, "\(error)")
        }
    }
}
