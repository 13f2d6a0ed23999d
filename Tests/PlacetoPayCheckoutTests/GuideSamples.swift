import PlacetoPayCheckout
import ToqueEncoding

// The guide's calls with values of our own: what an app's server writes.

typealias Result = CheckoutResult

/// A shop's own types.
struct WelcomePackage: CheckoutPackage {
    let reference: String
    let amount: ExactDecimal
    let currency: Currency

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
