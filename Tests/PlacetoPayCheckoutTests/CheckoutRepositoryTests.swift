import APIClient
import CheckoutContracts
import Foundation
import Synchronization
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import PlacetoPayCheckout

/// A server with scripted answers that records the requests.
final class AnsweringTransport: HTTPTransport {
    private let answer: @Sendable (APIRequest) throws(ConnectionError) -> APIAnswer
    private let kept = Mutex<[APIRequest]>([])
    var requests: [APIRequest] { kept.withLock { $0 } }

    init(_ answer: @escaping @Sendable (APIRequest) throws(ConnectionError) -> APIAnswer) { self.answer = answer }

    convenience init(_ status: Int, _ json: JSON) { self.init { _ in APIAnswer(status: status, body: json.utf8) } }

    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
        kept.withLock { $0.append(request) }
        return try answer(request)
    }
}

@Suite struct CheckoutRepositoryTests {
    private static let site = CheckoutSite(
        login: "site", secretKey: "siteSecretKey", returnUrl: "redirection://receipt?return",
        cancelUrl: "redirection://cancel")
    private static let package = Currency("COP").map {
        WelcomePackage(reference: "order-1", amount: ExactDecimal(minorUnits: 1_650_000, exponent: 1), currency: $0)
    }
    private static let buyer = Buyer(name: "Ana", document: "1040035000")

    private func model(_ transport: AnsweringTransport) -> WelcomeViewModel {
        WelcomeViewModel(
            repository: CheckoutPaymentRepository(
                baseUrl: "https://checkout.example", site: Self.site, transport: transport))
    }

    @Test("The guide's flow opens a session and asks for its result")
    func flow() async throws {
        let transport = AnsweringTransport { request in
            let isNew = request.path == "/api/session"
            let status: JSON = [
                "status": isNew ? "OK" : "APPROVED", "reason": isNew ? "PC" : "00", "message": "", "date": "x",
            ]
            let body: JSON =
                isNew
                ? ["status": status, "requestId": 7, "processUrl": "https://checkout.example/spa/session/7/h"]
                : ["status": status, "requestId": 7, "payment": .null]
            return APIAnswer(status: 200, body: body.utf8)
        }
        let model = model(transport)
        await model.pay(try #require(Self.package), Self.buyer)
        #expect(model.processUrl == "https://checkout.example/spa/session/7/h" && model.requestId == 7)
        #expect(model.status?.session == nil)
        await model.search()
        #expect(model.status?.session == .final(.approved))
        #expect(transport.requests.map(\.path) == ["/api/session", "/api/session/7"])
        let bodies = transport.requests.compactMap(\.body?.json)
        let request = try PlacetoPaySessionRequest(validating: JSONReader(try #require(bodies.first)))
        #expect(request.payment.amount.total.description == "165000.0")
        #expect(request.buyer?.name == "Ana" && request.returnURL == "redirection://receipt?return")
        for body in bodies {
            try PlacetoPayAuth(ofRequest: body).judge(
                secretKey: SecretBytes(copying: "siteSecretKey".utf8), at: .now())
        }
        #expect(bodies.first?["auth"] != bodies.last?["auth"])
    }

    @Test("A refusal is a response whose status gives the reason")
    func refusal() async throws {
        let model = model(
            AnsweringTransport(
                401,
                ["status": ["status": "FAILED", "reason": 401, "message": "Authentication failed 101", "date": "x"]]))
        await model.pay(try #require(Self.package), Self.buyer)
        #expect(model.status?.message.flatMap(PlacetoPayAuthError.init(message:)) == .unknownLogin)
        #expect(model.processUrl == nil && model.error == nil)
    }

    @Test("Every failure to get a valid response is the same error with 500")
    func failures() async throws {
        let silent = AnsweringTransport { _ throws(ConnectionError) in
            throw .silent(server: "https://checkout.example", reason: "no answer")
        }
        let html = AnsweringTransport { _ in APIAnswer(status: 502, body: Array("<html>".utf8)) }
        for transport in [silent, html, AnsweringTransport(200, ["requestId": 1])] {
            let model = model(transport)
            await model.pay(try #require(Self.package), Self.buyer)
            guard case .networkError(let text, 500) = model.error else {
                Issue.record("\(String(describing: model.error))")
                continue
            }
            #expect(!text.contains("siteSecretKey") && model.status == nil)
        }
        let nowhere = WelcomeViewModel(
            repository: CheckoutPaymentRepository(baseUrl: "checkout", site: Self.site, transport: html))
        await nowhere.pay(try #require(Self.package), Self.buyer)
        #expect(nowhere.error != nil)
    }

    @Test("Each request has a new nonce, the decimal text of a number below a million")
    func nonces() throws {
        let random = SeededRandom(seed: "nonces")
        let numbers = try (0..<100).map { _ in
            let auth = CheckoutAuth(login: "site", secretKey: "s", random: random, at: .now())
            let text = String(decoding: try #require(Base64.decode(auth.nonce)), as: UTF8.self)
            return try #require(Int(text))
        }
        #expect(Set(numbers).count > 90 && numbers.allSatisfy { (0..<1_000_000).contains($0) })
    }

    @Test("Requests and responses have the guide's coding, amounts exact to the digit")
    func codable() throws {
        let request = CheckoutPaymentRequest(
            package: try #require(Self.package), buyer: Self.buyer, ipAddress: "127.0.0.1", site: Self.site)
        let encoded = try JSONEncoder().encode(request)
        let body = try PlacetoPaySessionRequest(json: JSON(parsing: Array(encoded)))
        #expect(body.payment.amount.total == ExactDecimal("165000"))
        #expect(body.auth == request.auth?.contract)
        let decoded = try JSONDecoder().decode(CheckoutPaymentRequest.self, from: encoded)
        #expect(decoded.payment == request.payment && decoded.buyer == request.buyer)
        let text = """
            {"status": {"status": "PENDING", "reason": null, "message": "m", "date": "d"}, "requestId": 7,
             "request": {"payment": {"reference": "r", "amount": {"currency": "COP", "total": 80000.25}}}, "payment": null}
            """
        let response = try JSONDecoder().decode(CheckoutInformationResponse.self, from: Data(text.utf8))
        #expect(response.status.session == .pending(.pending) && response.payment == nil)
        #expect(response.request?.payment.amount.total == ExactDecimal("80000.25"))
    }

    @Test("The guide's requests carry the proof that the app's server made, each proof once")
    func guideRequests() throws {
        let requests = WelcomeRequests(try #require(Self.package), Self.buyer, site: Self.site)
        let payment = try JSON(parsing: Array(JSONEncoder().encode(requests.payment)))
        let information = try JSON(parsing: Array(JSONEncoder().encode(requests.information)))
        #expect(payment["auth"]?.objectValue?.names.sorted() == ["login", "nonce", "seed", "tranKey"])
        #expect(payment["auth"] == information["auth"] && payment["skipResult"] == true)
        #expect(payment["auth"]?["tranKey"]?.stringValue == requests.auth.tranKey)
        #expect(payment["auth"]?["nonce"]?.stringValue == requests.auth.nonce)
        #expect(payment["auth"]?["seed"]?.stringValue == requests.auth.seed)
    }

    @Test("A site's description hides its secret")
    func description() {
        #expect(!"\(Self.site)".contains("siteSecretKey") && !String(reflecting: Self.site).contains("siteSecretKey"))
    }
}
