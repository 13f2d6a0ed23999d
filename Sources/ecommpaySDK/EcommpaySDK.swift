// Importing only this module gives an app the names of screens and options.
@_exported import CheckoutContracts
@_exported import CheckoutPresentation
import APIClient
import FoundationEssentials
import ToqueEncoding
import ToqueWebAuthn

/// The interface of ecommpay's SDK for iOS, on Linux: it opens a payment with options that the merchant's server
/// signed, shows its screens in a `CheckoutPresenter`, and reports the result once.
public final class EcommpaySDK: Sendable {
    private let server: Result<ServerURL, PaymentError>
    private let transport: any HTTPTransport
    private let approval: ApprovalClient
    private let clock: any Clock<Duration>
    private let polling: Polling

    /// Shared by the process; it ends with the process.
    private static let sharedTransport = AsyncHTTPTransport()

    /// Uses the server in `TOQUE_ECOMMPAY_SERVER`, or else in `TOQUE_SERVER`. There is no default, so nothing reaches a
    /// provider by accident.
    public convenience init() {
        let variables = ProcessInfo.processInfo.environment
        self.init(server: Self.server(variables["TOQUE_ECOMMPAY_SERVER"] ?? variables["TOQUE_SERVER"]))
    }

    /// - Parameters:
    ///   - apiUrlString: the server.
    ///   - socketUrlString: accepted and ignored, because the state is polled.
    public convenience init(apiUrlString: String, socketUrlString: String = "") {
        self.init(server: Self.server(apiUrlString))
    }

    /// - Parameters:
    ///   - server: the provider's URL.
    ///   - transport: reaches the server.
    ///   - authenticator: holds the person's passkeys. Default: the software authenticator with the default store.
    ///   - interaction: asks for gestures. Default: the gestures in `TOQUE_GESTURE`.
    ///   - clock: measures pauses and timeouts.
    ///   - polling: the polling of a result.
    public convenience init(
        server: ServerURL, transport: any HTTPTransport, authenticator: (any Authenticator)? = nil,
        interaction: (any UserInteraction)? = nil, clock: any Clock<Duration> = ContinuousClock(),
        polling: Polling = Polling(interval: .seconds(1), timeout: .seconds(120))
    ) {
        self.init(
            server: .success(server), transport: transport, authenticator: authenticator, interaction: interaction,
            clock: clock, polling: polling)
    }

    private init(
        server: Result<ServerURL, PaymentError>, transport: any HTTPTransport = EcommpaySDK.sharedTransport,
        authenticator: (any Authenticator)? = nil, interaction: (any UserInteraction)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        polling: Polling = Polling(interval: .seconds(1), timeout: .seconds(120))
    ) {
        self.server = server
        self.transport = transport
        self.clock = clock
        self.polling = polling
        approval = ApprovalClient(
            transport: transport, authenticator: authenticator, interaction: interaction, clock: clock)
    }

    private static func server(_ text: String?) -> Result<ServerURL, PaymentError> {
        guard let text, !text.isEmpty else {
            return .failure(PaymentError(.networkIsNotAvailable, "no server: set TOQUE_SERVER, or give apiUrlString"))
        }
        guard let url = ServerURL(text) else {
            return .failure(PaymentError(.illegalArguments, "\(text.quoted) is not the URL of a server"))
        }
        return .success(url)
    }

    /// Opens a payment.
    /// - Parameters:
    ///   - presenter: shows the screens. Default: the presenter in `TOQUE_PRESENT`.
    ///   - paymentOptions: with the signature of the merchant's server.
    ///   - completion: called once, on the main actor.
    public func presentPayment(
        at presenter: (any CheckoutPresenter)?, paymentOptions: PaymentOptions,
        completion: (@MainActor @Sendable (PaymentResult) -> Void)? = nil
    ) {
        let (options, mock) = (paymentOptions.contract, paymentOptions.mockModeType)
        Task {
            let result = await present(at: presenter, options, mock)
            await completion?(result)
        }
    }

    /// Opens a payment, and returns when it has ended or its end remains unknown.
    nonisolated(nonsending) public func presentPayment(
        at presenter: (any CheckoutPresenter)?, paymentOptions: PaymentOptions
    ) async -> PaymentResult {
        await present(at: presenter, paymentOptions.contract, paymentOptions.mockModeType)
    }

    /// The same for options that are already read.
    package func presentPayment(
        at presenter: any CheckoutPresenter, contract: EcommpayPaymentOptions
    ) async -> PaymentResult { await pay(at: presenter, contract, .disabled) }

    private func present(
        at presenter: (any CheckoutPresenter)?, _ options: EcommpayPaymentOptions, _ mock: MockModeType
    ) async -> PaymentResult {
        if let presenter { return await pay(at: presenter, options, mock) }
        do throws(PresenterChoice.PresenterError) {
            guard
                let choice = try PresenterChoice(environment: ProcessInfo.processInfo.environment)
            else { return PaymentResult(PaymentError(.illegalState, "no presenter: give one, or set TOQUE_PRESENT")) }
            let presenter = choice.makePresenter(clock: clock)
            let result = await pay(at: presenter, options, mock)
            await presenter.finish()
            return result
        } catch {
            return PaymentResult(PaymentError(.illegalArguments, "\(error)"))
        }
    }

    private func pay(
        at presenter: any CheckoutPresenter, _ options: EcommpayPaymentOptions, _ mock: MockModeType
    ) async -> PaymentResult {
        if let error = await Self.fault(of: options, mock, presenter) { return PaymentResult(error) }
        let flow = EcommpayPaymentFlow(options: options, presenter: presenter, clock: clock, polling: polling)
        guard mock == .disabled else { return await flow.play(mock) }
        switch server {
        case .success(let server):
            let client = PaymentSessionClient(server: server, transport: transport, clock: clock)
            return await flow.run(client, approval)
        case .failure(let error): return PaymentResult(error)
        }
    }

    /// Why the form cannot open.
    private static func fault(
        of options: EcommpayPaymentOptions, _ mock: MockModeType, _ presenter: any CheckoutPresenter
    ) async -> PaymentError? {
        do throws(InvalidMembers) {
            try options.validate()
        } catch {
            // The person also sees the error about an invalid language.
            if error.errors.contains(where: { $0.path == "language_code" }) {
                await presenter.show(.result(CheckoutNotice("The form cannot be shown", message: "\(error)")))
            }
            return PaymentError(.illegalArguments, "\(error)")
        }
        guard options.hasContactForCards else {
            return PaymentError(
                .clarificationFieldsError, "additional_fields: cards need customer_email or customer_phone")
        }
        guard mock != .disabled || options.signature?.isEmpty == false else {
            return PaymentError(.illegalArguments, "signature: found nothing, expected one by the merchant's server")
        }
        return nil
    }
}
