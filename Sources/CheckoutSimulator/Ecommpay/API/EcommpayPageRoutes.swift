import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// The pages: the Payment Page, opened by a signed address, and the issuer's.
extension EcommpayProvider {
    static let issuerPage = PayerPage(path: "acs/{handle}", title: "Banco Exemplo")
    static let paymentPage = PayerPage(path: "payment/{handle}", title: "Payment Page")

    var paymentPageRoutes: [Route] {
        [Route("GET", "payment", access: .open, secrets: ["signature"], isPage: true) { try await openPage($0) }]
    }

    /// Opens a payment with a method that has no form in the app, and redirects to the page for its decision.
    private func openPage(_ request: SandboxRequest) async throws -> SandboxResponse {
        guard let project = request.query("project_id"), try await request.engine.store.hasKey(project),
            let secret = request.engine.store.keySecret(of: project),
            EcommpayPaymentPage.verify(query: request.query, key: secret.bytes)
        else {
            throw SandboxError(
                status: 403, code: "wrong_signature", message: "The address is not signed by a project.",
                field: "signature")
        }
        let request = request.entering(project)
        return try await request.asDevice {
            let (options, signedText) = try Self.options(of: request.query)
            let returnURLs = try EcommpayReturnURLs(request.query)
            guard let method = EcommpaySession.methods(for: options).first(where: { $0 != Self.card }) else {
                throw SandboxError.device(
                    .paymentMethodNotAvailable, "Cards have their form in the app.", field: "force_payment_method")
            }
            let location: String? = try await request.write { transaction in
                guard
                    var payment = try open(
                        options, signedText: signedText, header: request.scenario, transaction)?.payment
                else { return nil }
                if payment.state == .opened {
                    payment.method = method
                    payment.attempts = 1
                    payment.returnURLs = returnURLs
                    try process.require(.pageOpened, to: &payment, transaction)
                }
                guard payment.state == .awaitingRedirectResult,
                    let approval = try PayerApproval.of(payment.id, transaction)
                else { throw SandboxError.device(.illegalState, "The payment is \(payment.state.status.text).") }
                return approval.url(Self.paymentPage, publicURL: request.publicURL)
            }
            guard let location else { throw SandboxError.unavailable }
            return SandboxResponse.redirect(to: location).assuming(EcommpayFidelity.paymentPage)
        }
    }

    private static let card = EcommpayPaymentOptions.cardMethod

    /// The options in the address, and the signed text.
    private static func options(
        of query: [(name: String, value: String)]
    ) throws(SandboxError) -> (options: EcommpayPaymentOptions, signedText: String) {
        var (members, signed) = (JSONObject(), JSONObject())
        for (name, value) in query where name != "signature" {
            signed[name] = .string(value)
            switch name {
            case "project_id", "payment_amount":
                members[name] = Int(value).flatMap { "\($0)" == value ? .int($0) : nil } ?? .string(value)
            case "hide_saved_wallets": members[name] = value == "1" ? true : value == "0" ? false : .string(value)
            case "operation_type":
                guard ["sale", "auth"].contains(value) else {
                    throw .device(.illegalArguments, "Found \(value.quoted), expected sale or auth.", field: name)
                }
                members["action"] = .string(value)
            case "payment_id", "payment_currency", "payment_description", "customer_id", "region_code",
                "language_code", "receipt_data", "force_payment_method":
                members[name] = .string(value)
            default: break
            }
        }
        do throws(InvalidMembers) {
            let options = try EcommpayPaymentOptions(validating: JSONReader(.object(members)))
            return (options, EcommpayStringToSign(signed).description)
        } catch {
            throw SandboxError(error.errors.map(SandboxError.init)).forDevice
        }
    }

    // MARK: Decisions

    func refusal(of approval: PayerApproval, _ transaction: ReadTransaction) throws -> PayerRefusal? {
        guard let payment = try EcommpayPayment.find(approval.object, transaction) else { return .unknown }
        switch payment.state {
        case .awaiting3DSResult, .awaitingRedirectResult:
            // A second attempt has a new page.
            return try PayerApproval.of(payment.id, transaction)?.id == approval.id ? nil : .decided
        case .decline where payment.operations.last?.code == .notReturned: return .over
        case .opened, .processing, .awaitingClarification, .awaitingCustomer, .awaitingCapture, .success, .decline,
            .cancelled, .partiallyRefunded, .refunded:
            return .decided
        }
    }

    func decide(
        _ decision: PayerDecision, on approval: PayerApproval, publicURL: String, _ transaction: Transaction
    ) throws -> PayerReturn {
        var payment = try EcommpayPayment.existing(approval.object, transaction)
        let event: EcommpayPaymentEvent =
            switch decision {
            case .approved: process.outcome(of: payment)
            case .declined, .canceled: .personDeclined
            case .refused: .declinedBy3DSecure
            }
        let message = decision.verdict.map { "The issuer refused the assertion: \($0.rawValue)." }
        try process.require(event, to: &payment, message: message, transaction)
        return PayerReturn(location: payment.returnURLs?.location(in: payment.state), showsResult: true)
    }
}
