import SandboxKit
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite("Fidelity of Yuno") struct YunoFidelityTests {
    @Test("Every behavior has a unique ID of lowercase letters, digits and hyphens")
    func ids() {
        let ids = YunoFidelity.sections.flatMap(\.behaviors).map(\.id)
        #expect(ids.count == Set(ids).count)
        for id in ids { #expect(id.allSatisfy { $0 == "-" || ("a"..."z").contains($0) || $0.isNumber }, "\(id)") }
    }

    @Test("The document has one operation for each route, and its examples match their schemas")
    func document() {
        let provider = YunoSandbox.provider
        let routes = provider.routes.map { "\($0.method) \($0.path)" }
        let operations = provider.operations.map { "\($0.method.rawValue) \($0.path)" }
        #expect(operations.sorted() == routes.sorted())
        #expect(Set(provider.operations.map(\.id)).count == operations.count)
        for component in provider.components {
            let problems = YunoSandbox.contract.checker.problems(of: component.example, in: component.schema.json)
            #expect(problems == [], "\(component.name)")
        }
    }

    @Test("The document names the two headers of the merchant's key and the one of the device's")
    func securitySchemes() {
        let document = YunoSandbox.contract.document
        let paths = document["paths"]
        #expect(paths?["/v1/payments/{id}"]?["get"]?["security"] == [["publicKey": [], "secretKey": []]])
        #expect(paths?["/v1/sdk/configuration"]?["get"]?["security"] == [["publicKey": []]])
        #expect(paths?["/pix/{handle}"]?["get"]?["security"] == [])
        let schemes = document["components"]?["securitySchemes"]
        for (name, header) in [("publicKey", "public-api-key"), ("secretKey", "private-secret-key")] {
            let scheme = schemes?[name]
            #expect(scheme?["type"] == "apiKey" && scheme?["in"] == "header" && scheme?["name"] == .string(header))
        }
    }

    @Test("Answers name the assumptions that they rest on, and every assumption is named by some answer")
    func header() async throws {
        try await YunoSandbox.run { sandbox in
            let session = try await sandbox.session()
            let made = try await sandbox.merchant("POST", "/v1/checkout/sessions", YunoSandbox.sessionBody())
            let paid = try await sandbox.pay(session, by: "PIX")
            let page = try #require(paid.json["action"]?["url"]?.stringValue)
            let payment = try #require(paid.json["payment"]?.stringValue)
            let answers = [
                made, paid,
                try await sandbox.merchant("GET", "/v1/checkout/sessions/\(session)/payment-methods"),
                try await sandbox.merchant("GET", "/v1/payments/\(payment)"),
                try await sandbox.merchant("GET", "/v1/payments?merchant_order_id=order-1"),
                try await sandbox.merchant("POST", "/v1/checkout/sessions", ["workflow": "x"]),
                try await sandbox.merchant("GET", "/v1/nothing"),
                try await sandbox.merchant("POST", "/v1/checkout/sessions", ["cvv": "123"]),
                try await sandbox.send("GET", page, headers: [("Accept", "application/json")]),
            ]
            let named = answers.flatMap { answer in
                (answer.headers["x-toque-assumed"] ?? "").split(separator: ",").map { $0.trimmed }
            }
            let expected = (Behavior.yunoAssumed + PayerFidelity.all).map(\.id)
            #expect(Set(named) == Set(expected))
        }
    }

    @Test("An answer that follows only the documentation names no assumption")
    func documented() async throws {
        try await YunoSandbox.run { sandbox in
            let unknown = try await sandbox.merchant("GET", "/v1/payments/x")
            #expect(unknown.code == "PAYMENT_NOT_FOUND")
            #expect(unknown.headers["x-toque-assumed"] == nil)
            let keyless = try await sandbox.send("GET", "/v1/payments/x")
            #expect(keyless.headers["x-toque-assumed"] == nil)
        }
    }
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
