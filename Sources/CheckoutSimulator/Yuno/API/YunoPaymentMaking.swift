import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension YunoProvider {
    /// Creates the one payment of a session and advances it until it waits for the person or has the other side's
    /// response.
    func makePayment(
        _ method: YunoPaymentMethodType, token: String?, scenario: YunoScenario.Choice,
        in session: inout YunoSessionRecord, _ transaction: Transaction
    ) throws -> YunoPaymentRecord {
        let request = session.session.request
        let state: YunoPaymentState =
            switch method {
            case .pix: .codeShown
            case .card: scenario.scenario.hasChallenge ? .challenged : .cardSent
            case .applePay: .sessionReady
            case .mercadoPagoCheckoutPro: .redirected
            }
        var record = YunoPaymentRecord(
            payment: try payment(of: session.session, by: method, token: token, in: state, transaction),
            method: method, state: state, scenario: scenario, capture: request.capture,
            callbackURL: request.callbackURL)
        if state != .cardSent, method.page != nil {
            try PayerApproval.open(
                for: record.id, amount: "\(request.amount.shownValue)", currency: request.amount.currency.code,
                reference: request.merchantOrderID, expiresAt: expiry(in: state, transaction.now), transaction)
        }
        try process.begin(&record, transaction)
        if state == .sessionReady { try process.require(.sheetShown, to: &record, transaction) }
        try process.answer(&record, transaction)
        session.payment = record.id
        try session.save(transaction)
        return record
    }

    private func payment(
        of session: YunoSession, by method: YunoPaymentMethodType, token: String?, in state: YunoPaymentState,
        _ transaction: Transaction
    ) throws -> YunoPayment {
        let (request, random) = (session.request, try transaction.random())
        var payment = YunoPayment(id: random.uuid(), status: state.status)
        payment.accountID = request.accountID
        payment.merchantOrderID = request.merchantOrderID
        payment.description = request.paymentDescription
        payment.country = request.country
        payment.amount = YunoPayment.Amount(request.amount)
        payment.checkout = YunoPayment.Checkout(
            session: session.id, isSDKActionRequired: YunoPaymentState.ofThePerson.contains(state))
        payment.paymentMethod = YunoPayment.Method(type: method.rawValue, vaultedToken: token)
        payment.createdAt = transaction.now
        payment.updatedAt = transaction.now
        let type: YunoTransaction.Kind =
            method != .card
            ? .purchase : request.amount.value == .zero ? .verify : request.capture ? .purchase : .authorize
        payment.transactions = [
            YunoTransaction(id: random.uuid(), type: type, amount: request.amount, createdAt: transaction.now)
        ]
        return payment
    }

    private func expiry(in state: YunoPaymentState, _ now: Timestamp) -> Timestamp {
        if state == .challenged {
            now + process.durations.challenge
        } else if state == .redirected {
            now + process.durations.redirect
        } else {
            now + process.durations.code
        }
    }

    /// The payment in the device's form.
    func devicePayment(
        _ record: YunoPaymentRecord, publicURL: String, _ transaction: ReadTransaction
    ) throws -> YunoDevicePayment {
        YunoDevicePayment(
            session: record.payment.checkout?.session ?? "", payment: record.id, status: record.payment.status,
            amount: record.amount, paymentMethodType: record.method.rawValue,
            action: try action(of: record, publicURL: publicURL, transaction), callbackURL: record.callbackURL)
    }

    private func action(
        of record: YunoPaymentRecord, publicURL: String, _ transaction: ReadTransaction
    ) throws -> YunoAction {
        let type: YunoAction.Kind =
            switch record.state {
            case .codeShown, .codePaid: .qr
            case .sheetShown: .sheet
            case .challenged: .challenge
            case .redirected: .redirect
            case .sessionReady, .sheetSent, .cardSent, .authenticated, .authorized, .redirectPaid, .approved, .captured,
                .partiallyCaptured, .partiallyRefunded, .verified, .declined, .fraudDeclined, .rejected, .fraud, .error,
                .expired, .canceled, .refunded:
                .none
            }
        if type == .none { return YunoAction(.none) }
        guard let page = record.method.page, let approval = try PayerApproval.of(record.id, transaction) else {
            let expiry = record.payment.createdAt.map { $0 + process.durations.provider }
            return YunoAction(type, expiresAt: expiry)
        }
        let url = approval.url(page, publicURL: publicURL)
        return YunoAction(
            type, url: url, payload: type == .qr ? try Self.code(url, of: record) : nil, expiresAt: approval.expiresAt)
    }

    /// The text of a Pix code. It has no scheme: banks use https, or http on the loopback interface.
    private static func code(_ url: String, of record: YunoPaymentRecord) throws -> String {
        let location = url.firstRange(of: "://").map { String(url[$0.upperBound...]) } ?? url
        do throws(BRCodeError) {
            return try BRCode(
                location: location, amount: record.amount.value, merchantName: PayerSeeds.shopName.uppercased(),
                merchantCity: "SAO PAULO"
            ).text()
        } catch {
            throw SandboxError(
                status: 503, code: "service_unavailable",
                message: "The QR code cannot be made: \(error). Use a shorter --public-url.")
        }
    }
}
