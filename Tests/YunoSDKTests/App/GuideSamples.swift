import CheckoutPresentation
import FoundationEssentials
import YunoSDK

// The guide's calls with our own values: an app's code. docs/yuno-sdk.md lists the edits.

/// An app's launch.
@MainActor
func launch(_ environment: YunoEnvironment, ready: @escaping @MainActor (Bool) -> Void) {
    Yuno.initialize(
        apiKey: "sandbox",
        config: YunoConfig(),
        environment: environment,
        callback: { (value: Bool) in
            ready(value)
        })
}

/// An app's handler of URLs from the system.
@MainActor
func handle(_ url: URL) -> Bool {
    guard url.scheme == "yunoexample" else { return false }
    return Yuno.receiveDeeplink(url, showStatusView: true)
}

struct ChosenMethod: PaymentMethodSelected {
    var vaultedToken: String?
    var paymentMethodType: String
}

/// Both ways to start a payment by its parameters.
@MainActor
final class CheckoutScreenModel {
    private(set) var results: [Yuno.Result] = []

    func payAndWait(_ params: SeamlessParams, _ method: ChosenMethod) async {
        let result = await Yuno.startPaymentSeamlessLite(
            with: params, paymentSelected: method, showPaymentStatus: true)
        handle(result)
    }

    func pay(_ params: SeamlessParams, _ method: ChosenMethod, done: @escaping () -> Void) {
        Yuno.startPaymentSeamlessLite(with: params, paymentSelected: method) { result in
            self.handle(result)
            done()
        }
    }

    private func handle(_ result: Yuno.Result) {
        switch result {
        case .success, .reject, .fail, .processing, .internalError, .userCancell: results.append(result)
        }
    }
}

/// Option 1: constant members, outside the main actor.
@MainActor
class ImmutableDelegate: YunoPaymentDelegate {
    private let _countryCode = "BR"
    private let _language: String? = "EN"
    private let _checkoutSession: String
    private(set) var results: [Yuno.Result] = []

    init(_ checkoutSession: String) { _checkoutSession = checkoutSession }

    nonisolated var countryCode: String { _countryCode }
    nonisolated var language: String? { _language }
    nonisolated var checkoutSession: String { _checkoutSession }

    nonisolated func yunoPaymentResult(_ result: Yuno.Result) {
        Task { @MainActor in
            results.append(result)
        }
    }
}

/// Option 2: variable members, on the main actor.
@MainActor
class ObservedDelegate: YunoPaymentDelegate {
    var session = ""
    var results: [Yuno.Result] = []
    var presenter: (any CheckoutPresenter)?

    nonisolated var countryCode: String { "BR" }
    nonisolated var language: String? { nil }
    nonisolated var checkoutSession: String {
        MainActor.assumeIsolated { session }
    }
    var viewController: (any CheckoutPresenter)? { presenter }

    nonisolated func yunoPaymentResult(_ result: Yuno.Result) {
        MainActor.assumeIsolated {
            results.append(result)
        }
    }
}

/// Option 3: a class without an actor.
final class PlainDelegate: YunoPaymentDelegate {
    let countryCode: String
    let language: String?
    let checkoutSession: String
    let viewController: (any CheckoutPresenter)?
    private let onResult: @Sendable (Yuno.Result) -> Void

    init(
        countryCode: String, language: String?, checkoutSession: String, viewController: (any CheckoutPresenter)?,
        onResult: @escaping @Sendable (Yuno.Result) -> Void
    ) {
        self.countryCode = countryCode
        self.language = language
        self.checkoutSession = checkoutSession
        self.viewController = viewController
        self.onResult = onResult
    }

    func yunoPaymentResult(_ result: Yuno.Result) {
        onResult(result)
    }
}
