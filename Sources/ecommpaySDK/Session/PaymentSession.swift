import APIClient
import CheckoutContracts
import CheckoutPresentation
import ToqueEncoding

/// The provider's report about a payment in progress.
struct PaymentState: Sendable, Hashable {
    let payment: Payment
    let status: EcommpayPaymentStatus
    let operationMessage: String?
    /// The issuer's page.
    let issuerPage: String?
    /// The Payment Page.
    let redirect: String?
    let clarification: [CheckoutForm.Field]
    /// Another provider can be tried.
    let canCascade: Bool

    init(_ reader: JSONReader) throws(JSONMemberError) {
        payment = try Payment(reader.member("payment"))
        status = EcommpayPaymentStatus(payment.status)
        operationMessage = try reader.optional("operation")?.optional("message")?.string()
        issuerPage = try reader.optional("acs_url")?.string()
        redirect = try reader.optional("redirect_url")?.string()
        clarification = try reader.optional("clarification_fields").map(Self.fields) ?? []
        canCascade = try reader.optional("cascading_with_redirect")?.bool() ?? false
    }

    fileprivate static func fields(_ reader: JSONReader) throws(JSONMemberError) -> [CheckoutForm.Field] {
        try reader.map { (field) throws(JSONMemberError) in
            CheckoutForm.Field(
                try field.member("name").string(), isRequired: try field.optional("required")?.bool() ?? false)
        }
    }
}

/// The choices of the form, received when a session is opened.
struct PaymentForm: Sendable {
    let session: String
    let methods: [CheckoutMethod]
    let fields: [CheckoutForm.Field]
    /// Saved instruments, by token.
    let accounts: [CheckoutMethod]
    let state: PaymentState

    init(_ reader: JSONReader) throws(JSONMemberError) {
        session = try reader.member("session").string()
        methods = try reader.member("payment_methods").map { (method) throws(JSONMemberError) in
            CheckoutMethod(try method.member("code").string())
        }
        fields = try PaymentState.fields(reader.member("fields"))
        accounts =
            try reader.optional("saved_accounts")?.map { (account) throws(JSONMemberError) in
                CheckoutMethod(try account.member("id").string(), label: try account.optional("number")?.string())
            } ?? []
        state = try PaymentState(reader)
    }
}

/// The app's requests to the provider. After a lost response, a request is repeated with the same payment ID and
/// session; the provider carries it out only once.
struct PaymentSessionClient: Sendable {
    let server: ServerURL
    let transport: any HTTPTransport
    let clock: any Clock<Duration>

    private static let attempts = 4
    private static let pause = Duration.seconds(1)

    func open(_ options: EcommpayPaymentOptions) async throws(PaymentError) -> PaymentForm {
        try await read(.init(.post, "/sdk/v1/session", body: .json(options.json))) { (reader) throws(JSONMemberError) in
            try PaymentForm(reader)
        }
    }

    func state(of session: String) async throws(PaymentError) -> PaymentState {
        try await read(.init(.get, path(session))) { (reader) throws(JSONMemberError) in try PaymentState(reader) }
    }

    /// Sends a request that must count once. After a lost response, the status shows whether it was carried out.
    /// - Parameter before: the state before the request.
    func change(
        _ session: String, _ verb: String, _ body: JSON = [:], from before: PaymentState
    ) async throws(PaymentError) -> PaymentState {
        for attempt in 1..<Self.attempts {
            switch await answer(.init(.post, path(session, verb), body: .json(body))) {
            case .success(let answer) where answer.status < 500:
                do throws(PaymentError) {
                    return try Self.value(of: answer) { (reader) throws(JSONMemberError) in try PaymentState(reader) }
                } catch {
                    // A previous attempt may have arrived late.
                    guard attempt > 1, error.code == .illegalState else { throw error }
                    return try await state(of: session)
                }
            case .failure(.unreachable): break
            case .success, .failure:
                let now = try await state(of: session)
                if now != before { return now }
            }
            try await pause()
        }
        return try await read(.init(.post, path(session, verb), body: .json(body))) {
            (reader) throws(JSONMemberError) in
            try PaymentState(reader)
        }
    }

    private func path(_ session: String, _ verb: String? = nil) -> String {
        "/sdk/v1/session/\(FormURLEncoding.encode(session))" + (verb.map { "/\($0)" } ?? "")
    }

    private func answer(_ request: APIRequest) async -> Result<APIAnswer, ConnectionError> {
        do throws(ConnectionError) {
            return .success(try await transport.send(request, to: server))
        } catch {
            return .failure(error)
        }
    }

    /// Repeats a request while the server does not respond.
    private func read<Value>(
        _ request: APIRequest, _ read: (JSONReader) throws(JSONMemberError) -> Value
    ) async throws(PaymentError) -> Value {
        var trouble = PaymentError(.networkIsNotAvailable, "no answer")
        for attempt in 1...Self.attempts {
            switch await answer(request) {
            case .success(let answer) where answer.status < 500: return try Self.value(of: answer, read)
            case .success(let answer):
                trouble = PaymentError(.serverApiError, "\(server) answers \(answer.status)")
            case .failure(let error): trouble = PaymentError(error)
            }
            if attempt < Self.attempts { try await pause() }
        }
        throw trouble
    }

    private func pause() async throws(PaymentError) {
        do {
            try await clock.sleep(for: Self.pause)
        } catch {
            throw PaymentError(.illegalState, "the payment's task was canceled")
        }
    }

    private static func value<Value>(
        of answer: APIAnswer, _ read: (JSONReader) throws(JSONMemberError) -> Value
    ) throws(PaymentError) -> Value {
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try answer.json()
        } catch {
            throw PaymentError(refusing: answer.status, nil)
                ?? PaymentError(.serverContentParsingError, "the answer cannot be read: \(error)")
        }
        if let refusal = PaymentError(refusing: answer.status, json) { throw refusal }
        do throws(JSONMemberError) {
            return try read(JSONReader(json))
        } catch {
            throw PaymentError(.serverContentParsingError, "the answer cannot be read: \(error)")
        }
    }
}

extension PaymentError {
    init(_ error: ConnectionError) {
        switch error {
        case .unreachable: self.init(.networkIsNotAvailable, "\(error)")
        case .silent: self.init(.networkTimeout, "\(error)")
        case .interrupted: self.init(.networkError, "\(error)")
        }
    }

    /// nil for an unusable response.
    fileprivate init?(refusing status: Int, _ body: JSON?) {
        guard !(200...299).contains(status) else { return nil }
        let message = body?["message"]?.stringValue ?? "the server answers \(status)"
        if let code = body?["code"]?.stringValue.flatMap(EcommpayPaymentErrorCode.init(rawValue:)) {
            self.init(PaymentErrorCode(code), message)
            return
        }
        switch status {
        case 401, 403: self.init(.serverUnauthorized, message)
        case 404: self.init(.serverMethodNotFound, message)
        default: self.init(.serverApiError, message)
        }
    }
}
