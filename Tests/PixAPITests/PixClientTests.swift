import APIClient
import Synchronization
import Testing
import ToqueEncoding

@testable import PixAPI

/// A transport that answers from a table of paths and records the requests.
private final class TableTransport: HTTPTransport {
    private let answers: [String: APIAnswer]
    private let asked = Mutex<[String]>([])

    init(_ answers: [String: (Int, String)]) {
        self.answers = answers.mapValues { APIAnswer(status: $0.0, body: Array($0.1.utf8)) }
    }

    var requests: [String] { asked.withLock { $0 } }

    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
        let name = "\(request.method.rawValue) \(request.path)"
        asked.withLock { $0.append(name) }
        guard let answer = answers[name] else {
            throw .unreachable(server: server.description, reason: "no answer for \(name)")
        }
        return answer
    }
}

@Suite struct PixClientTests {
    private func client(_ transport: TableTransport) throws -> PixClient {
        let server = try #require(ServerURL("http://127.0.0.1:8420"))
        return PixClient(server: server, key: .sandbox, transport: transport)
    }

    private func page(_ names: [String], next: String?) -> String {
        let results = names.map { name in
            Institution(id: name, name: name, displayName: name)
        }
        return Page(count: 3, next: next, results: results).json.serialized()
    }

    @Test("The client follows the next links of a list to the last page")
    func allPagesAreRead() async throws {
        let transport = TableTransport([
            "GET /institutions/": (200, page(["a", "b"], next: "http://127.0.0.1:8420/institutions/?page=2")),
            "GET /institutions/?page=2": (200, page(["c"], next: nil)),
        ])
        #expect(try await client(transport).institutions().map(\.id) == ["a", "b", "c"])
    }

    @Test("A next link to another server is refused and not followed")
    func aNextLinkToAnotherServerIsNotFollowed() async throws {
        let transport = TableTransport([
            "GET /institutions/": (200, page(["a"], next: "http://127.0.0.1:84200.evil.example/institutions/"))
        ])
        await #expect(throws: PixClientError.self) { try await client(transport).institutions() }
        #expect(transport.requests == ["GET /institutions/"])
    }

    @Test("FIDO registration options are nil until they are ready")
    func optionsThatAreNotReadyAreNil() async throws {
        let path = "GET /enrollments/e1/fido-registration-options/"
        for answer in [(404, "[]"), (200, "{}")] {
            #expect(try await client(TableTransport([path: answer])).fidoRegistrationOptions(enrollment: "e1") == nil)
        }
        let ready = TableTransport([path: (200, #"{"challenge":"AAAA"}"#)])
        #expect(try await client(ready).fidoRegistrationOptions(enrollment: "e1") == ["challenge": "AAAA"])
    }

    @Test("The client's error carries the status, code, field, and message of the answer")
    func anErrorArrayIsCarried() async throws {
        let body = #"[{"request_id":"r","message":"Not now.","code":"invalid_status","field":"status"}]"#
        let transport = TableTransport(["GET /enrollments/e1/": (400, body)])
        let error = await #expect(throws: PixClientError.self) { try await client(transport).enrollment("e1") }
        #expect(error?.description == "GET /enrollments/e1/: 400 invalid_status at status: Not now.")
        #expect(error?.isUnreachable == false)
    }

    @Test("An answer that is not JSON is reported as unreadable")
    func anAnswerThatIsNoJSONIsUnreadable() async throws {
        let transport = TableTransport(["GET /enrollments/e1/": (200, "<html>")])
        let error = await #expect(throws: PixClientError.self) { try await client(transport).enrollment("e1") }
        #expect(error?.isUnreachable == true)
        #expect(error?.description.hasPrefix("GET /enrollments/e1/: the answer cannot be read: line 1") == true)
    }

    @Test("An ID is percent-encoded into one segment of the path")
    func anIDIsOneSegmentOfThePath() async throws {
        let transport = TableTransport([:])
        _ = try? await client(transport).enrollment("../customers?x=1")
        #expect(transport.requests == ["GET /enrollments/..%2Fcustomers%3Fx%3D1/"])
    }

    @Test("The descriptions of a key and of an authorization do not contain the secret")
    func theKeyHidesItsSecret() {
        let key = PixClient.Key(id: "shop", secret: "hunter2")
        for authorization in [PixClient.Authorization.key(key), .accessToken("hunter2")] {
            #expect(!"\(key) \(authorization) \(String(reflecting: authorization))".contains("hunter2"))
        }
    }

    @Test("Filters and page numbers are sent as query parameters")
    func filtersAndPagesAreParameters() async throws {
        let transport = TableTransport([:])
        let client = try client(transport)
        let time = try #require(Timestamp("2026-03-01T12:00:00Z"))
        _ = try? await client.page(
            PaymentIntentQuery(status: .failed, externalID: "a b", createdAfter: time), number: 2, size: 50)
        _ = try? await client.all(InstitutionQuery(name: "auro", ids: ["x", "y"]))
        _ = try? await client.all(EnrollmentQuery(customerIdentifier: TaxIdentifier("12345678909"), status: .pending))
        #expect(
            transport.requests == [
                "GET /payment-intents/?status=FAILED&external_id=a%20b"
                    + "&created_at__gt=2026-03-01T12%3A00%3A00.000000Z&page=2&page_size=50",
                "GET /institutions/?name=auro&id__in=x%2Cy",
                "GET /enrollments/?customer__identifier=12345678909&status=PENDING",
            ])
    }

    @Test("Each operation sends the method and path of its endpoint")
    func everyEndpointHasItsPath() async throws {
        let transport = TableTransport([:])
        let client = try client(transport)
        _ = try? await client.charge("1")
        _ = try? await client.transaction("1")
        _ = try? await client.complete(paymentIntent: "1")
        _ = try? await client.bankAccount("1")
        _ = try? await client.updateBankAccount("1", UpdateBankAccountRequest(active: false))
        _ = try? await client.accessTokens()
        #expect(
            transport.requests == [
                "GET /charges/1/", "GET /transactions/1/", "PATCH /payment-intents/1/", "GET /bank-accounts/1/",
                "PATCH /bank-accounts/1/", "POST /payments/api/widget-token/",
            ])
    }
}
