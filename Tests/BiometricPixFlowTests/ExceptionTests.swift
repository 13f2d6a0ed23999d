import BiometricPixFlow
import Testing
import ToqueEncoding

@Suite struct ExceptionTests {
    private func failure(_ status: Int, _ body: JSON) async throws -> BelvoApiException {
        let provider = StubProvider()
        provider.script("GET /enrollments/e1/", .init(status: status, body: body))
        let app = try App(provider)
        return try #require(
            await #expect(throws: BelvoApiException.self) { try await app.sdk().getEnrollment(enrollmentId: "e1") })
    }

    @Test("An API error carries the status, code, field and request ID")
    func theErrorArrayIsCarried() async throws {
        let error = try await failure(
            400, [["request_id": "r", "message": "Not now.", "code": "invalid_status", "field": "status"]])
        #expect(error.statusCode == 400)
        #expect(error.errors.map(\.code) == ["invalid_status"])
        #expect(error.errors.first?.requestID == "r")
        #expect(error.errors.first?.field == "status")
        #expect(error.message == "GET /enrollments/e1/: 400 invalid_status at status: Not now.")
    }

    /// Answers of the provider's gateway, and of the framework behind it.
    @Test(
        "Error bodies of every form give a readable message",
        arguments: [
            (["detail": "Not found."], "404 error: Not found."),
            (["detail": ["a": 1]], #"404 error: {"a":1}"#),
            ([["message": ["amount": ["Too much."]], "code": "invalid"]], #"404 invalid: {"amount":["Too much."]}"#),
            ([["message": 7, "code": 12, "request_id": 3]], "404 12: 7"),
            (["amount": ["This field is required."]], #"404 error at amount: ["This field is required."]"#),
            (["Invalid input."], "404 error: Invalid input."),
            ([], "404"), (nil, "404"),
        ] as [(JSON?, String)])
    func entriesOfEveryFormAreTold(body: JSON?, text: String) async throws {
        #expect(try await failure(404, body ?? .null).message == "GET /enrollments/e1/: \(text)")
    }

    @Test("A server that does not answer is reported with status 0")
    func aServerThatDoesNotAnswerHasStatusZero() async throws {
        struct Nothing: HTTPTransport {
            func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
                throw .unreachable(server: server.description, reason: "Connection refused")
            }
        }
        let sdk = try App(Nothing()).sdk()
        let error = await #expect(throws: BelvoApiException.self) { try await sdk.listBankAccounts() }
        #expect(error?.statusCode == 0)
        #expect(error?.message == "http://127.0.0.1:8420: no answer (Connection refused)")
    }

    @Test("An SDK without a server names the initializer to use")
    func anSDKWithoutAServerSaysSo() async throws {
        let error = await #expect(throws: BelvoApiException.self) {
            try await BiometricPixSDK().getEnrollment(enrollmentId: "e1")
        }
        #expect(error?.message?.contains("BiometricPixSDK(accessToken:server:)") == true)
    }

    @Test("A canceled call throws CancellationError")
    func aCanceledCallThrowsCancellation() async throws {
        let sdk = try App(StubProvider()).sdk()
        await #expect(throws: CancellationError.self) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await sdk.getPaymentInstitutions()
            }.value
        }
    }
}
