import ToqueEncoding

/// The provider's API over HTTP: a method for each endpoint that the guide's flow uses (fact sheet, section 2).
public struct PixClient: Sendable {
    public let server: ServerURL
    private let key: PixClient.Key
    private let transport: any HTTPTransport

    public init(server: ServerURL, key: PixClient.Key, transport: any HTTPTransport) {
        self.server = server
        self.key = key
        self.transport = transport
    }

    /// Row 1. All pages.
    public func institutions() async throws(PixClientError) -> [Institution] { try await list("/institutions/") }

    /// Row 3. All pages.
    public func customers() async throws(PixClientError) -> [Customer] { try await list("/customers/") }

    /// Row 3.
    public func customer(_ id: String) async throws(PixClientError) -> Customer {
        try await model(.init(.get, "/customers/\(Self.segment(id))/"))
    }

    /// Row 4. All pages.
    public func bankAccounts() async throws(PixClientError) -> [BankAccount] { try await list("/bank-accounts/") }

    /// Row 5.
    public func createEnrollment(_ body: CreateEnrollmentRequest) async throws(PixClientError) -> Enrollment {
        try await model(.init(.post, "/enrollments/", body: body.json))
    }

    /// Row 6. The enrollment is returned for both outcomes of the redirection.
    public func completeRedirection(_ body: CompleteRedirectionRequest) async throws(PixClientError) -> Enrollment {
        try await model(.init(.post, "/enrollments/complete-redirection/", body: body.json))
    }

    /// Row 7.
    public func enrollment(_ id: String) async throws(PixClientError) -> Enrollment {
        try await model(.init(.get, "/enrollments/\(Self.segment(id))/"))
    }

    /// Row 8. All pages.
    public func enrollments(deviceID: String) async throws(PixClientError) -> [Enrollment] {
        try await list("/enrollments/?\(FormURLEncoding.encode([("device_id", deviceID)]))")
    }

    /// Row 9. Nil while the options are not ready: an answer of 404 or one without a challenge.
    public func fidoRegistrationOptions(enrollment id: String) async throws(PixClientError) -> JSON? {
        let request = PixRequest(.get, "/enrollments/\(Self.segment(id))/fido-registration-options/")
        do throws(PixClientError) {
            let options = try await json(request)
            return options["challenge"] == nil ? nil : options
        } catch {
            if case .refused(_, 404, _) = error { return nil }
            throw error
        }
    }

    /// Row 10.
    public func confirm(enrollment id: String, _ body: ConfirmEnrollmentRequest) async throws(PixClientError) {
        try await expectNothing(.init(.post, "/enrollments/\(Self.segment(id))/confirm/", body: body.json))
    }

    /// Row 11.
    public func createPaymentIntent(_ body: CreatePaymentIntentRequest) async throws(PixClientError) -> PaymentIntent {
        try await model(.init(.post, "/payment-intents/", body: body.json))
    }

    /// Row 12.
    public func paymentIntent(_ id: String) async throws(PixClientError) -> PaymentIntent {
        try await model(.init(.get, "/payment-intents/\(Self.segment(id))/"))
    }

    /// Row 14.
    public func authorize(paymentIntent id: String, _ body: AuthorizePaymentIntentRequest) async throws(PixClientError)
    {
        try await expectNothing(.init(.post, "/payment-intents/\(Self.segment(id))/authorize/", body: body.json))
    }

    // MARK: -

    /// An ID as one segment of a path, whatever is in it.
    private static func segment(_ id: String) -> String { FormURLEncoding.encode(id) }

    private func answer(_ request: PixRequest) async throws(PixClientError) -> PixAnswer {
        let answer = try await transport.send(request, to: server, key: key)
        guard (200...299).contains(answer.status) else {
            // A proxy may answer with something else than the error array; the status says enough then.
            let items = (try? APIErrorItem.items(json: JSON(parsing: answer.body))) ?? []
            throw .refused(request: Self.name(request), status: answer.status, errors: items)
        }
        return answer
    }

    private func json(_ request: PixRequest) async throws(PixClientError) -> JSON {
        let answer = try await answer(request)
        do {
            return try JSON(parsing: answer.body, limits: .init(size: AsyncHTTPTransport.answerLimit))
        } catch {
            throw .unreadable(request: Self.name(request), reason: "\(error)")
        }
    }

    private func model<Model: JSONModel>(_ request: PixRequest) async throws(PixClientError) -> Model {
        try decode(try await json(request), of: request)
    }

    private func decode<Model: JSONModel>(_ json: JSON, of request: PixRequest) throws(PixClientError) -> Model {
        do {
            return try Model(json: json)
        } catch {
            throw .unreadable(request: Self.name(request), reason: "\(error)")
        }
    }

    private func expectNothing(_ request: PixRequest) async throws(PixClientError) { _ = try await answer(request) }

    private func list<Item: JSONModel>(_ path: String) async throws(PixClientError) -> [Item] {
        var items: [Item] = []
        var request = PixRequest(.get, path)
        // A server whose pages link in a circle must not keep us for ever.
        for _ in 0..<1000 {
            let page: Page<Item> = try decode(try await json(request), of: request)
            items += page.results
            guard let next = page.next else { return items }
            guard let path = relative(next) else {
                throw .unreadable(request: Self.name(request), reason: "next leads to another server")
            }
            request = PixRequest(.get, path)
        }
        throw .unreadable(request: Self.name(request), reason: "more than 1000 pages")
    }

    /// The path of a `next` link, which must stay with this server: the key goes nowhere else.
    private func relative(_ link: String) -> String? {
        if link.hasPrefix("/") { return link }
        guard link.hasPrefix(server.description + "/") else { return nil }
        return String(link.dropFirst(server.description.count))
    }

    private static func name(_ request: PixRequest) -> String {
        "\(request.method.rawValue) \(request.path.prefix { $0 != "?" })"
    }
}
