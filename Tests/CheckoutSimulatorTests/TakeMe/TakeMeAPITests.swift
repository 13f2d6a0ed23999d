import CheckoutContracts
import Sandbox
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct TakeMeAPITests {
    @Test("Each route requires its key, and the public key instead of the secret one gets 403")
    func keys() async throws {
        let cases: [(key: String?, method: String, path: String, status: Int, code: String?)] = [
            (nil, "GET", "/v1/source_types", 401, "authentication_failed"),
            ("pk_test_other", "GET", "/v1/source_types", 401, "authentication_failed"),
            ("sk_test_other", "POST", "/v1/charges", 401, "authentication_failed"),
            (TakeMeSandbox.publicKey, "GET", "/v1/source_types", 200, nil),
            (TakeMeSandbox.secretKey, "GET", "/v1/source_types", 200, nil),
            (TakeMeSandbox.publicKey, "POST", "/v1/charges", 403, "secret_key_required"),
            (TakeMeSandbox.publicKey, "GET", "/v1/charges/ch_1", 403, "secret_key_required"),
            (TakeMeSandbox.secretKey, "GET", "/v1/charges/ch_1", 404, "not_found"),
            (TakeMeSandbox.secretKey, "GET", "/v1/sources/src_1", 404, "not_found"),
            (TakeMeSandbox.publicKey, "GET", "/v1/sources/src_1?clientSecret=1", 404, "not_found"),
            (TakeMeSandbox.publicKey, "GET", "/v1/nothing", 404, "not_found"),
        ]
        try await TakeMeSandbox.run { sandbox in
            for (key, method, path, status, code) in cases {
                let body: JSON? = method == "POST" ? ["source": "src_1"] : nil
                let answer = try await sandbox.send(method, path, body, key: key)
                #expect((answer.status, answer.code) == (status, code), "\(method) \(path) \(key ?? "")")
            }
            let types = try await sandbox.send("GET", "/v1/source_types", key: TakeMeSandbox.publicKey)
            #expect(try TakeMeSourceType.list(types.json) == [.weChatPay, .alipay])
        }
    }

    @Test("The device reads a source with the source's client secret only, the merchant with the secret key")
    func clientSecret() async throws {
        try await TakeMeSandbox.run { sandbox in
            let (source, _) = try await sandbox.makeSource(["description": "Tea", "metadata": ["order": "1"]])
            #expect(try await sandbox.source(source) == source)
            #expect((source.description, source.metadata) == ("Tea", ["order": "1"]))
            #expect((source.liveMode, source.flow, source.status) == (false, .redirect, .pending(.pending)))
            let path = "/v1/sources/\(source.id)"
            for query in ["", "?clientSecret=", "?clientSecret=\(source.clientSecret)a"] {
                let answer = try await sandbox.send("GET", path + query, key: TakeMeSandbox.publicKey)
                #expect((answer.status, answer.code) == (404, "not_found"))
            }
            let shown = try await sandbox.send("GET", path, key: TakeMeSandbox.secretKey)
            #expect(try TakeMeSource(json: shown.json) == source)
        }
    }

    @Test("A request out of its limits is refused with the member's name, and makes nothing")
    func bounds() async throws {
        let wrong: [(String, JSON)] = [
            ("amount", 0), ("amount", -1), ("amount", "10"), ("currency", "yen"), ("type", "Cash"), ("flow", "qr"),
            ("description", .string(String(repeating: "a", count: 256))),
            ("redirectReturnUrl", "http://shop.example/back"), ("redirectReturnUrl", "javascript://%0aalert(1)"),
        ]
        try await TakeMeSandbox.run { sandbox in
            for (name, value) in wrong {
                var body = TakeMeSandbox.request
                body[name] = value
                let answer = try await sandbox.send(
                    "POST", "/v1/sources", .object(body), key: TakeMeSandbox.publicKey)
                #expect((answer.status, answer.json["error"]?["param"]) == (400, .string(name)), "\(answer.text)")
                #expect(answer.headers["x-toque-assumed"] == "takeme-errors")
            }
            #expect(try await sandbox.count("source") == 0)
        }
    }

    @Test("A source is charged once: its key repeats the first answer, and another key gets 409")
    func chargesOnce() async throws {
        try await TakeMeSandbox.run { sandbox in
            let (source, _) = try await sandbox.makeSource()
            let early = try await sandbox.charge(source, idempotencyKey: "1").answer
            #expect((early.status, early.code) == (409, "source_not_chargeable"))
            #expect(try await sandbox.decide(source, ["decision": "approve"]).status == 200)
            let first = try await sandbox.charge(source, idempotencyKey: "1").answer
            let charge = try TakeMeCharge(json: first.json)
            #expect((charge.source, charge.amount, charge.currency.code) == (source.id, 10, "JPY"))
            #expect(try await sandbox.charge(source, idempotencyKey: "1").answer.text == first.text)
            for key in ["2", nil] {
                let second = try await sandbox.charge(source, idempotencyKey: key).answer
                #expect((second.status, second.code) == (409, "source_consumed"))
            }
            let shown = try await sandbox.send("GET", "/v1/charges/\(charge.id)", key: TakeMeSandbox.secretKey)
            #expect(try TakeMeCharge(json: shown.json) == charge)
            #expect(try await sandbox.count("charge") == 1)
        }
    }

    @Test("Of many identical concurrent charges, one is made", arguments: [true, false])
    func chargesAtOnce(hasKey: Bool) async throws {
        try await TakeMeSandbox.run { sandbox in
            let (source, _) = try await sandbox.makeSource()
            #expect(try await sandbox.decide(source, ["decision": "approve"]).status == 200)
            let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        let answer = try await sandbox.charge(source, idempotencyKey: hasKey ? "1" : nil).answer
                        return (answer.status, answer.text)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let charged = answers.filter { $0.0 == 201 }
            #expect(charged.count == (hasKey ? 100 : 1))
            #expect(Set(charged.map(\.1)).count == 1)
            #expect(answers.allSatisfy { $0.0 == 201 || $0.0 == 409 })
            #expect(try await sandbox.count("charge") == 1)
        }
    }

    // MARK: The wallet

    @Test("A passkey's assertion over the shown details makes a source chargeable")
    func passkey() async throws {
        try await TakeMeSandbox.run(authorization: .passkey) { sandbox in
            let (source, _) = try await sandbox.makeSource([
                "amount": 1050, "currency": "USD", "description": "Tea", "redirectReturnUrl": "shopapp://back",
            ])
            let shown = try await sandbox.shown(source.redirect.url)
            #expect((shown["amount"], shown["currency"], shown["reference"]) == ("10.50", "USD", "Tea"))
            #expect((shown["payee"], shown["object"]?.stringValue) == ("Loja Exemplo", source.id))
            let device = try PayerDevice(origin: sandbox.origin)
            let answer = try await sandbox.decide(source, device.approval(shown))
            #expect(answer.json["outcome"] == "approved", "\(answer.text)")
            #expect(answer.json["location"] == "shopapp://back")
            let after = try await sandbox.source(source)
            #expect((after.status, after.redirect.status) == (.pending(.chargeable), .succeeded))
        }
    }

    @Test("An assertion that the verifier refuses fails the source and reports the verdict")
    func refusedPasskey() async throws {
        try await TakeMeSandbox.run(authorization: .passkey) { sandbox in
            let (source, _) = try await sandbox.makeSource()
            let shown = try await sandbox.shown(source.redirect.url)
            let device = try PayerDevice(origin: sandbox.origin)
            let answer = try await sandbox.decide(
                source, device.approval(shown, .init(tamperSignature: true)))
            #expect(answer.json["outcome"] == "refused", "\(answer.text)")
            let code = try #require(answer.json["code"]?.stringValue)
            let after = try await sandbox.source(source)
            #expect((after.status, after.redirect.status) == (.final(.failed), .failed))
            let record = try await sandbox.write { try TakeMeSourceRecord.existing(source.id, $0) }
            #expect(record.failure == .refused)
            #expect(record.failureMessage?.contains(code) == true)
            #expect(try await sandbox.charge(source, idempotencyKey: nil).answer.code == "source_not_chargeable")
        }
    }

    @Test("The page says that a payment was decided or has expired")
    func pageWithoutADecision() async throws {
        try await TakeMeSandbox.run { sandbox in
            let (source, _) = try await sandbox.makeSource()
            #expect(try await sandbox.decide(source, ["decision": "decline"]).status == 200)
            #expect(try await sandbox.decide(source, ["decision": "approve"]).status == 409)
        }
        try await TakeMeSandbox.run { sandbox in
            let (source, _) = try await sandbox.makeSource()
            sandbox.clock.advance(by: .seconds(900))
            #expect(try await sandbox.decide(source, ["decision": "approve"]).status == 410)
        }
    }

    // MARK: Control

    @Test("Control approves, declines and expires a source, and refuses other transitions")
    func actions() async throws {
        for (action, status) in [("approve", "chargeable"), ("decline", "failed"), ("expire", "failed")] {
            try await TakeMeSandbox.run { sandbox in
                let (source, _) = try await sandbox.makeSource()
                let path = "objects/\(source.id)/\(action)"
                #expect(try await sandbox.control("POST", path, [:]).json["status"]?.stringValue == status)
                #expect(try await sandbox.control("POST", "objects/\(source.id)/decline", [:]).status >= 400)
                #expect(try await sandbox.control("POST", path, ["reason": "a"]).status == 400)
            }
        }
    }

    @Test("Control answers for a wallet that never answers", arguments: ["approve", "decline"])
    func actsForTheWallet(action: String) async throws {
        try await TakeMeSandbox.run { sandbox in
            let (source, _) = try await sandbox.makeSource(scenario: "never_answers")
            #expect(try await sandbox.decide(source, ["decision": "approve"]).status == 200)
            let answer = try await sandbox.control("POST", "objects/\(source.id)/\(action)", [:])
            #expect(answer.json["status"]?.stringValue == (action == "approve" ? "chargeable" : "failed"))
        }
    }

    @Test("A trigger makes a source of each status, and a failed one for each reason")
    func triggers() async throws {
        let failures = ["failed", "declined", "refused", "authorization_expired", "charge_expired"]
        let cases: [(String, JSONObject)] =
            ["pending", "chargeable", "consumed", "failed"].map { ($0, [:]) }
            + failures.map { ("failed", ["reason": .string($0)]) }
        for (status, parameters) in cases {
            try await TakeMeSandbox.run { sandbox in
                try await sandbox.recordWebhooks()
                var body = parameters
                body["event"] = .string("source.\(status)")
                let answer = try await sandbox.control("POST", "trigger", .object(body))
                #expect(answer.json["object"]?["status"]?.stringValue == status, "\(answer.text)")
                let told = try await sandbox.webhooks().last?.status.text
                #expect(told == (status == "pending" ? nil : status))
            }
        }
        try await TakeMeSandbox.run { sandbox in
            let wrong: [JSON] = [
                ["event": "source.gone"], ["event": "source.failed", "reason": "mood"],
                ["event": "source.consumed", "reason": "declined"], ["event": "source.pending", "amount": "0"],
            ]
            for body in wrong {
                let answer = try await sandbox.control("POST", "trigger", body)
                #expect(answer.status == 400, "\(answer.text)")
            }
        }
    }

    // MARK: Documents

    @Test("Every behavior has a unique ID, and every route is in the OpenAPI document")
    func documents() throws {
        let ids = TakeMeFidelity.sections.flatMap(\.behaviors).map(\.id)
        #expect(Set(ids).count == ids.count)
        let provider = TakeMeProvider()
        let paths = try #require(provider.openAPI(publicURL: "http://127.0.0.1:8420")["paths"]?.objectValue)
        for route in provider.routes {
            #expect(paths["/\(route.path)"]?[route.method.lowercased()] != nil, "\(route)")
        }
    }

    @Test("The OpenAPI document names the key of each operation")
    func securitySchemes() throws {
        let document = TakeMeProvider().openAPI(publicURL: "http://127.0.0.1:8420")
        let paths = document["paths"]
        #expect(paths?["/v1/sources"]?["post"]?["security"] == [["publicKey": []], ["secretKey": []]])
        #expect(paths?["/v1/charges"]?["post"]?["security"] == [["secretKey": []]])
        #expect(paths?["/wallet/{handle}"]?["get"]?["security"] == [])
        let schemes = try #require(document["components"]?["securitySchemes"]?.objectValue)
        #expect(schemes.names == ["publicKey", "secretKey"])
        for (_, scheme) in schemes { #expect(scheme["type"] == "http" && scheme["scheme"] == "bearer") }
    }
}
