import APIClient
import CheckoutPresentation
import FoundationEssentials
import Logging

/// What an app sets once.
@MainActor
public enum TakeMePay {
    /// The public key, `pk_test_…` in the sandbox.
    public static var publicKey: String?

    /// Whether a URL that the system hands to the app leads back from the wallet of a payment that is under way. The
    /// payment then asks for its status at once.
    public static func shouldHandle(with url: URL) -> Bool {
        waiting.removeAll { $0.payment == nil }
        let payments = waiting.filter { $0.returnURL == url.absoluteString }.compactMap(\.payment)
        for payment in payments { payment.resume() }
        return !payments.isEmpty
    }

    static func register(_ payment: TMPPayment, returnURL: String) {
        waiting.append(Waiting(payment: payment, returnURL: returnURL))
    }

    static func unregister(_ payment: TMPPayment) { waiting.removeAll { $0.payment === payment || $0.payment == nil } }

    private struct Waiting {
        weak var payment: TMPPayment?
        let returnURL: String
    }

    private static var waiting: [Waiting] = []
}

/// What a payment needs where a phone has a network, a screen and a clock.
public struct TMPEnvironment: Sendable {
    /// Nil means `TakeMePay.publicKey`.
    public var publicKey: String?
    /// The API's base; nil means `TOQUE_TAKEME_SERVER`, else `TOQUE_SERVER`.
    public var server: ServerURL?
    public var transport: any HTTPTransport
    /// Measures intervals and time-outs.
    public var clock: any Clock<Duration>
    /// Shows the wallet's page and the built-in screens; nil means the one that `TOQUE_PRESENT` names.
    public var presenter: (any CheckoutPresenter)?
    /// Approves at the wallet's page; nil means with the default store's passkeys.
    public var approval: ApprovalClient?
    /// What a process that is started again goes on by; nil for none.
    public var journal: TMPPaymentJournal?
    /// Where the wallet leads to; nil means where the presenter sees it, if anywhere.
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

    /// One for all payments that name none.
    public static let sharedTransport: any HTTPTransport = AsyncHTTPTransport()

    func foundServer() throws(TMPError) -> ServerURL {
        if let server { return server }
        return try Self.found { () throws(ProcessDefaults.Missing) in
            try ProcessDefaults().server(of: "TAKEME", remedy: "TMPEnvironment.server")
        }
    }

    /// - Throws: where there is none: nobody can authorize.
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
