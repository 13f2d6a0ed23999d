import CheckoutContracts
import Pages
import Sandbox
import SandboxKit
import ToqueEncoding

/// The payer's choice of a card for the next attempt and, if partial payment is allowed, its amount.
extension PlacetoPayProvider {
    static let usualToken = "\(PlacetoPayScenario.tokenPrefix)\(PlacetoPayScenario.success.name)"
    static let cardPath = "\(page.path)/\(card)"
    private static let card = "card"

    var cardRoute: Route {
        Route("POST", Self.cardPath, access: .open) { request in
            guard let request = try await entering(request) else { throw SandboxError(PayerRefusal.unknown) }
            return request.isForm ? try await takeForm(request) : try await takeJSON(request)
        }
    }

    /// The cards that change an attempt.
    func form(
        beside approval: PayerApproval, _ texts: PageTexts, _ transaction: ReadTransaction
    ) throws -> PageForm? {
        guard let session = try PlacetoPaySession.find(approval.object, transaction) else { return nil }
        let cards = PlacetoPayScenario.ofAttempts.map { scenario in
            let token = "\(PlacetoPayScenario.tokenPrefix)\(scenario.name)"
            return (value: token, label: "\(token): \(scenario.summary)")
        }
        var fields = [
            PageForm.Field.choice(
                name: "token", label: texts[.payerCard], options: cards, selected: session.token ?? Self.usualToken)
        ]
        if session.request.payment.allowPartial {
            fields.append(.text(name: "amount", label: texts[.payerAmount], value: approval.amount))
        }
        return PageForm(action: "\(approval.id)/\(Self.card)", fields: fields, button: texts[.payerChoose])
    }

    private func takeJSON(_ request: SandboxRequest) async throws -> SandboxResponse {
        let card: PlacetoPayCard = try request.body()
        do {
            let approval = try await take(card, request)
            let shown = PlacetoPayCard(token: card.token, amount: ExactDecimal(approval.amount))
            return .json(shown.json).assuming(PlacetoPayFidelity.cards)
        } catch let refusal as PayerRefusal {
            throw SandboxError(refusal)
        }
    }

    /// Redirects to the page for the chosen card and amount.
    private func takeForm(_ request: SandboxRequest) async throws -> SandboxResponse {
        let visitor = PayerPage.visitor(request)
        do {
            let fields = try request.form()
            guard !request.isForeignForm(fields) else { return Self.page.foreignForm(visitor) }
            let approval = try await take(
                PlacetoPayCard(form: fields.filter { $0.name != PageVisitor.tokenField }), request)
            let location = approval.url(Self.page, publicURL: request.publicURL)
            return SandboxResponse.redirect(to: location).assuming(PlacetoPayFidelity.cards)
        } catch let refusal as PayerRefusal {
            return Self.page.refusal(refusal, visitor)
        } catch let error as SandboxError where error.status == 400 {
            return Self.page.problem(error, back: "../\(request.parameter("handle"))", visitor)
        }
    }

    private func take(_ card: PlacetoPayCard, _ request: SandboxRequest) async throws -> PayerApproval {
        guard PlacetoPayScenario.isToken(card.token) else {
            throw SandboxError.invalid(
                "token", "Found \(card.token.quoted), expected \(Self.usualToken), or tok_ and a scenario's name.")
        }
        return try await request.write { transaction in
            guard var approval = try PayerApproval.find(request.parameter("handle"), transaction),
                approval.object == request.parameter("object")
            else { throw PayerRefusal.unknown }
            if let refusal = try refusal(of: approval, transaction) { throw refusal }
            var session = try PlacetoPaySession.existing(approval.object, transaction)
            if let amount = card.amount {
                try check(amount, of: session)
                approval.amount = "\(amount)"
                try approval.save(transaction)
            }
            session.token = card.token
            try session.save(transaction)
            return approval
        }
    }

    private func check(_ amount: ExactDecimal, of session: PlacetoPaySession) throws(SandboxError) {
        guard session.request.payment.allowPartial || amount == session.remaining else {
            throw .invalid("amount", "The session is not paid in parts: expected \(session.remaining), or nothing.")
        }
        guard amount > .zero, amount <= session.remaining,
            amount.minorUnits(exponent: session.currency.exponent) != nil
        else {
            throw .invalid(
                "amount",
                "Found \(amount), expected at most \(session.remaining) \(session.currency.code), above 0.")
        }
    }
}

/// The payer's choice for the next attempt.
struct PlacetoPayCard: RequestModel, Hashable {
    /// `tok_success`, or a token that chooses a scenario.
    var token: String
    /// Default: the whole remaining amount.
    var amount: ExactDecimal?

    init(token: String, amount: ExactDecimal? = nil) {
        self.token = token
        self.amount = amount
    }

    /// - Throws: `SandboxError` with the first invalid field.
    init(form fields: [(name: String, value: String)]) throws(SandboxError) {
        var members = JSONObject()
        for (name, value) in fields where !value.isEmpty {
            let amount = name == "amount" ? ExactDecimal(value)?.json : nil
            members[name] = amount ?? .string(value)
        }
        do throws(JSONMemberError) {
            try self.init(JSONReader(.object(members)))
        } catch {
            throw SandboxError(error)
        }
    }
}

extension PlacetoPayCard: JSONStructure {
    static let blank = PlacetoPayCard(token: "")

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("token", &token, upTo: PlacetoPayLimit.tranKey)
        coder.optional("amount", &amount)
    }
}
