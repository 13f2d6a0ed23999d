import APIClient
import ToqueEncoding

/// The provider's API over HTTP: a method for each endpoint (docs/api.md).
public struct PixClient: Sendable {
    public let server: ServerURL
    private let authorization: Authorization
    private let transport: any HTTPTransport

    /// - Parameter authorization: a backend's key, or an app's access token, which fewer endpoints accept.
    public init(server: ServerURL, authorization: Authorization, transport: any HTTPTransport) {
        self.server = server
        self.authorization = authorization
        self.transport = transport
    }

    public init(server: ServerURL, key: PixClient.Key, transport: any HTTPTransport) {
        self.init(server: server, authorization: .key(key), transport: transport)
    }

    // MARK: Lists

    /// One page of a list.
    /// - Parameters:
    ///   - number: at least 1.
    ///   - size: 1 to 1000; nil for the server's default.
    public func page<Query: PixQuery>(
        _ query: Query, number: Int = 1, size: Int? = nil
    ) async throws(PixClientError) -> Page<Query.Item> {
        try await model(.init(.get, Self.path(query, [("page", String(number)), ("page_size", size.map { "\($0)" })])))
    }

    /// All pages of a list.
    public func all<Query: PixQuery>(_ query: Query) async throws(PixClientError) -> [Query.Item] {
        try await list(Self.path(query))
    }

    private static func path(_ query: some PixQuery, _ paging: [(name: String, value: String?)] = []) -> String {
        let parameters = (query.parameters + paging).compactMap { name, value in value.map { (name, $0) } }
        return parameters.isEmpty
            ? type(of: query).path : "\(type(of: query).path)?\(FormURLEncoding.encode(parameters))"
    }

    /// `GET /institutions/`, all pages.
    public func institutions() async throws(PixClientError) -> [Institution] { try await all(InstitutionQuery()) }

    /// `GET /customers/`, all pages.
    public func customers() async throws(PixClientError) -> [Customer] { try await all(CustomerQuery()) }

    /// `GET /bank-accounts/`, all pages.
    public func bankAccounts() async throws(PixClientError) -> [BankAccount] { try await all(BankAccountQuery()) }

    /// `GET /enrollments/`, all pages.
    public func enrollments(deviceID: String) async throws(PixClientError) -> [Enrollment] {
        try await all(EnrollmentQuery(deviceID: deviceID))
    }

    // MARK: Customers and accounts

    /// `POST /customers/`.
    public func createCustomer(_ body: CreateCustomerRequest) async throws(PixClientError) -> Customer {
        try await model(.init(.post, "/customers/", headers: body.version.headers, body: .json(body.json)))
    }

    /// `GET /customers/{id}/`.
    public func customer(_ id: String) async throws(PixClientError) -> Customer {
        try await model(.init(.get, "/customers/\(Self.segment(id))/"))
    }

    /// `POST /bank-accounts/`.
    public func createBankAccount(_ body: CreateBankAccountRequest) async throws(PixClientError) -> BankAccount {
        try await model(.init(.post, "/bank-accounts/", headers: body.version.headers, body: .json(body.json)))
    }

    /// `GET /bank-accounts/{id}/`.
    public func bankAccount(_ id: String) async throws(PixClientError) -> BankAccount {
        try await model(.init(.get, "/bank-accounts/\(Self.segment(id))/"))
    }

    /// `PATCH /bank-accounts/{id}/`.
    public func updateBankAccount(
        _ id: String, _ body: UpdateBankAccountRequest
    ) async throws(PixClientError) -> BankAccount {
        try await model(.init(.patch, "/bank-accounts/\(Self.segment(id))/", body: .json(body.json)))
    }

    // MARK: Enrollments

    /// `POST /enrollments/`.
    public func createEnrollment(_ body: CreateEnrollmentRequest) async throws(PixClientError) -> Enrollment {
        try await model(.init(.post, "/enrollments/", body: .json(body.json)))
    }

    /// `POST /enrollments/complete-redirection/`. Returns the enrollment for both outcomes of the redirect.
    public func completeRedirection(_ body: CompleteRedirectionRequest) async throws(PixClientError) -> Enrollment {
        try await model(.init(.post, "/enrollments/complete-redirection/", body: .json(body.json)))
    }

    /// `GET /enrollments/{id}/`.
    public func enrollment(_ id: String) async throws(PixClientError) -> Enrollment {
        try await model(.init(.get, "/enrollments/\(Self.segment(id))/"))
    }

    /// `GET /enrollments/{id}/fido-registration-options/`. Returns nil while the options are not ready: a 404 or a
    /// response without a challenge.
    public func fidoRegistrationOptions(enrollment id: String) async throws(PixClientError) -> JSON? {
        let request = APIRequest(.get, "/enrollments/\(Self.segment(id))/fido-registration-options/")
        do throws(PixClientError) {
            let options = try await json(request)
            return options["challenge"] == nil ? nil : options
        } catch {
            if case .refused(_, 404, _) = error { return nil }
            throw error
        }
    }

    /// `POST /enrollments/{id}/confirm/`.
    public func confirm(enrollment id: String, _ body: ConfirmEnrollmentRequest) async throws(PixClientError) {
        try await expectNothing(.init(.post, "/enrollments/\(Self.segment(id))/confirm/", body: .json(body.json)))
    }

    // MARK: Payments

    /// `POST /payment-intents/`.
    public func createPaymentIntent(_ body: CreatePaymentIntentRequest) async throws(PixClientError) -> PaymentIntent {
        try await model(.init(.post, "/payment-intents/", body: .json(body.json)))
    }

    /// `GET /payment-intents/{id}/`.
    public func paymentIntent(_ id: String) async throws(PixClientError) -> PaymentIntent {
        try await model(.init(.get, "/payment-intents/\(Self.segment(id))/"))
    }

    /// `POST /payment-intents/{id}/authorize/`.
    public func authorize(
        paymentIntent id: String, _ body: AuthorizePaymentIntentRequest
    ) async throws(PixClientError) {
        try await expectNothing(.init(.post, "/payment-intents/\(Self.segment(id))/authorize/", body: .json(body.json)))
    }

    /// `PATCH /payment-intents/{id}/`.
    public func complete(
        paymentIntent id: String, _ body: CompletePaymentIntentRequest = CompletePaymentIntentRequest()
    ) async throws(PixClientError) -> PaymentIntent {
        try await model(.init(.patch, "/payment-intents/\(Self.segment(id))/", body: .json(body.json)))
    }

    public func charge(_ id: String) async throws(PixClientError) -> Charge {
        try await model(.init(.get, "/charges/\(Self.segment(id))/"))
    }

    public func transaction(_ id: String) async throws(PixClientError) -> PaymentTransaction {
        try await model(.init(.get, "/transactions/\(Self.segment(id))/"))
    }

    // MARK: Access tokens

    /// `POST /payments/api/widget-token/`, which requires a key.
    public func accessTokens() async throws(PixClientError) -> AccessTokens {
        try await model(.init(.post, "/payments/api/widget-token/"))
    }

    // MARK: -

    /// Encodes any ID as one segment of a path.
    private static func segment(_ id: String) -> String { FormURLEncoding.encode(id) }

    private func answer(_ request: APIRequest) async throws(PixClientError) -> APIAnswer {
        var request = request
        request.authorization = authorization.header
        let answer: APIAnswer
        do throws(ConnectionError) {
            answer = try await transport.send(request, to: server)
        } catch {
            throw PixClientError(error)
        }
        guard (200...299).contains(answer.status) else {
            // A proxy may respond without the error array; the status suffices then.
            let items = (try? JSON(parsing: answer.body)).map(APIErrorItem.items) ?? []
            throw .refused(request: Self.name(request), status: answer.status, errors: items)
        }
        return answer
    }

    private func json(_ request: APIRequest) async throws(PixClientError) -> JSON {
        let answer = try await answer(request)
        do {
            return try answer.json()
        } catch {
            throw .unreadable(request: Self.name(request), reason: "\(error)")
        }
    }

    private func model<Model: JSONModel>(_ request: APIRequest) async throws(PixClientError) -> Model {
        try decode(try await json(request), of: request)
    }

    private func decode<Model: JSONModel>(_ json: JSON, of request: APIRequest) throws(PixClientError) -> Model {
        do {
            return try Model(json: json)
        } catch {
            throw .unreadable(request: Self.name(request), reason: "\(error)")
        }
    }

    private func expectNothing(_ request: APIRequest) async throws(PixClientError) { _ = try await answer(request) }

    private func list<Item: JSONModel>(_ path: String) async throws(PixClientError) -> [Item] {
        var items: [Item] = []
        var request = APIRequest(.get, path)
        // A server whose pages link in a circle must not keep the client forever.
        for _ in 0..<1000 {
            let page: Page<Item> = try decode(try await json(request), of: request)
            items += page.results
            guard let next = page.next else { return items }
            guard let path = relative(next) else {
                throw .unreadable(request: Self.name(request), reason: "next leads to another server")
            }
            request = APIRequest(.get, path)
        }
        throw .unreadable(request: Self.name(request), reason: "more than 1000 pages")
    }

    /// The path of a `next` link, which must stay on this server: the key goes nowhere else.
    private func relative(_ link: String) -> String? {
        if link.hasPrefix("/") { return link }
        guard link.hasPrefix(server.description + "/") else { return nil }
        return String(link.dropFirst(server.description.count))
    }

    private static func name(_ request: APIRequest) -> String {
        "\(request.method.rawValue) \(request.path.prefix { $0 != "?" })"
    }
}
