import CheckoutPresentation
import PlacetoPayCheckout

// The guide's calls with our own values, as an app's server writes them.

typealias Result = CheckoutResult

/// A shop's own types.
struct WelcomePackage: CheckoutPackage {
    let reference: String
    let amount: CheckoutDecimal
    let currency: CheckoutCurrency

    var checkoutPayment: CheckoutPayment {
        CheckoutPayment(
            reference: reference, description: "Welcome",
            amount: CheckoutAmount(
                currency: currency, total: amount, details: [.init(.subtotal, amount)]),
            items: [CheckoutItem(sku: .number(302), name: "Book", category: "Books")])
    }
}

struct Buyer: CheckoutCustomer {
    let name: String
    let document: String

    var checkoutBuyer: CheckoutBuyer { CheckoutBuyer(document: document, documentType: "CC", name: name) }
}

/// The guide's requests, with its networking and coding.
struct WelcomeRequests {
    let auth = CheckoutAuth(login: "site", secretKey: "siteSecretKey")
    let payment: CheckoutPaymentRequest
    let information: CheckoutInformationRequest

    init(_ package: WelcomePackage, _ buyer: Buyer, site: CheckoutSite) {
        var payment = CheckoutPaymentRequest(package: package, buyer: buyer, ipAddress: "127.0.0.1", site: site)
        payment.auth = auth
        payment.skipResult = true
        self.payment = payment
        var information = CheckoutInformationRequest(site: site)
        information.auth = auth
        self.information = information
    }
}

/// The guide's web view: shows the session's page until that leads back. The view decides in place of the coordinator.
@MainActor
final class CheckoutScreenView {
    private(set) var isPresented = true
    private let presenter: any CheckoutPresenter
    private let approval: ApprovalClient

    init(_ presenter: any CheckoutPresenter, _ approval: ApprovalClient) {
        self.presenter = presenter
        self.approval = approval
    }

    func show(url: String) async throws {
        let webView = CheckoutWebView(
            url: url, returnURL: "redirection://receipt?return", cancelURL: "redirection://cancel")
        _ = try await webView.present(at: presenter, approval: approval)
        isPresented = false
    }
}

/// The guide's view model without its views.
final class WelcomeViewModel {
    let repository: any CheckoutRepository
    private(set) var processUrl: String?
    private(set) var requestId: Int?
    private(set) var error: CheckoutError?
    private(set) var status: CheckoutStatus?

    init(repository: any CheckoutRepository) { self.repository = repository }

    func pay(_ package: WelcomePackage, _ buyer: Buyer) async {
        await repository.createSession(package: package, buyer: buyer, ipAddress: "127.0.0.1") { result in
            self.receive(result)
        }
    }

    func search() async {
        guard let requestId else { return }
        await repository.searchSession(sessionId: requestId) { result in
            self.receive(result)
        }
    }

    private func receive(_ result: any Result) {
        switch result {
        case let response as CheckoutPaymentResponse:
            processUrl = response.processUrl
            requestId = response.requestId
            status = response.status
        case let response as CheckoutInformationResponse: status = response.status
        case let failure as ResultError: error = failure.error
        default: break
        }
    }
}
