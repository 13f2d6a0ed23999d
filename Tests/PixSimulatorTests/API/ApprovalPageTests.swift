import Foundation
import Sandbox
import Testing
import ToqueEncoding

@Suite struct ApprovalPageTests {
    private func url(_ enrollment: JSON) throws -> String {
        try #require(enrollment["details"]?["redirect_url"]?.stringValue)
    }

    @Test("The approval page is in Portuguese, English or Spanish, as the browser or the query requests")
    func speaksThreeLanguages() async throws {
        try await Simulation.run { simulation in
            let url = try url(try await simulation.createEnrollment())
            let pages: [(query: String, accept: String?, language: String, word: String)] = [
                ("", nil, "pt-BR", "Autorizar"), ("", "en-US,en;q=0.9,pt;q=0.1", "en", "Approve"),
                ("", "en;q=0.2,pt-BR;q=0.9", "pt-BR", "Autorizar"), ("", "de", "pt-BR", "Autorizar"),
                ("&lang=en", "pt-BR", "en", "Approve"), ("&lang=pt", "en", "pt-BR", "Autorizar"),
                ("", "es-AR", "es", "Rechazar"),
            ]
            for page in pages {
                let answer = try await simulation.send(
                    "GET", url + page.query, headers: page.accept.map { [("Accept-Language", $0)] } ?? [], key: nil)
                #expect(answer.status == 200)
                #expect(answer.text.contains("<html lang=\"\(page.language)\">"))
                #expect(answer.text.contains(">\(page.word)</button>"))
            }
        }
    }

    @Test("The approval page has a form with two buttons, and no code of its own")
    func isAFormWithTwoButtons() async throws {
        try await Simulation.run { simulation in
            var body = try #require(Simulation.enrollmentBody().objectValue)
            var details = try #require(body["details"]?.objectValue)
            details["name"] = "<script>alert(1)</script>"
            body["details"] = .object(details)
            let answer = try await simulation.send(
                "GET", url(try await simulation.createEnrollment(.object(body))), key: nil)
            #expect(
                answer.text.components(separatedBy: "<form method=\"post\" id=\"decision\" class=\"card-body\">").count
                    == 2)
            #expect(answer.text.contains("name=\"decision\" value=\"approve\""))
            #expect(answer.text.contains("name=\"decision\" value=\"decline\""))
            #expect(!answer.text.contains("<script>"))
            #expect(answer.text.contains("&lt;script&gt;"))
            #expect(answer.text.contains("Banco Aurora"))
            #expect(answer.text.contains("***.456.789-**"))
            #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)
            #expect(answer.headers["x-frame-options"] == "DENY")
            #expect(answer.headers["referrer-policy"] == "no-referrer")
            #expect(answer.headers["cache-control"] == "no-store")
        }
    }

    @Test("The approval page accepts exactly one decision")
    func takesOneDecision() async throws {
        try await Simulation.run { simulation in
            let enrollment = try await simulation.createEnrollment()
            let url = try url(enrollment)
            func decide(_ form: String) async throws -> Simulation.Answer {
                try await simulation.send("POST", url, body: Array(form.utf8), key: nil)
            }
            #expect(try await decide("").status == 400)
            #expect(try await decide("decision=maybe").status == 400)
            #expect(try await decide("decision=decline&error=%0d%0a").status == 400)
            async let first = decide("decision=approve")
            async let second = decide("decision=decline")
            #expect(try await [first, second].map(\.status).sorted() == [303, 409])
            #expect(try await decide("decision=approve").status == 409)
            #expect(try await simulation.send("GET", url, key: nil).status == 409)
            for other in ["/bank/authorize/AAAA", "/bank/authorize/AAAA.BBBB"] {
                #expect(try await simulation.send("GET", other, key: nil).status == 404)
                #expect(try await simulation.send("POST", other, body: [], key: nil).status == 400)
            }
        }
    }

    @Test("A tenant that loads another's state has its own approval pages")
    func isOfOneTenant() async throws {
        let second = APIKey(id: "loja", secret: "segredo")
        try await Simulation.run(configure: { $0.sandbox.keys.append(second) }) { simulation in
            let enrollment = try await simulation.createEnrollment()
            let id = try #require(enrollment["id"]?.stringValue)
            let state = try await simulation.get("/_toque/state").text
            let loaded = try await simulation.send(
                "PUT", "/_toque/state?tenant=loja", body: Array(state.utf8),
                headers: [("Content-Type", "application/json")], key: nil)
            #expect(loaded.status == 204, "\(loaded.text)")
            let copy = try await simulation.send("GET", "/enrollments/\(id)/", key: second).json
            _ = try await simulation.decide(copy, "decision=decline")
            #expect(try await simulation.send("GET", url(copy), key: nil).status == 409)
            #expect(try await simulation.send("GET", url(enrollment), key: nil).status == 200)
            let callback = try await simulation.decide(enrollment)
            #expect(try await simulation.complete(callback).status == 200)
        }
    }

    @Test("The redirect keeps the query of the callback URL")
    func keepsTheCallbacksQuery() async throws {
        try await Simulation.run { simulation in
            let body = Simulation.enrollmentBody(callback: "http://127.0.0.1:9/back?session=1")
            let url = try url(try await simulation.createEnrollment(body))
            let answer = try await simulation.send("POST", url, body: Array("decision=decline".utf8), key: nil)
            let location = try #require(answer.headers["location"])
            #expect(location.hasPrefix("http://127.0.0.1:9/back?session=1&state="))
            #expect(location.contains("&error=access_denied&error_description="))
        }
    }

    @Test("Without a callback URL, a decision leads to the bank's own page")
    func leadsToItsOwnPageWithoutACallback() async throws {
        try await Simulation.run(configure: { $0.fidelity = .lenient }) { simulation in
            var body = try #require(Simulation.enrollmentBody().objectValue)
            var details = try #require(body["details"]?.objectValue)
            details["callback_url"] = nil
            body["details"] = .object(details)
            let url = try url(try await simulation.createEnrollment(.object(body)))
            let answer = try await simulation.send("POST", url, body: Array("decision=approve".utf8), key: nil)
            let location = try #require(answer.headers["location"])
            #expect(location.hasPrefix(simulation.simulator.url + "/bank/return?state="))
            #expect(try await simulation.send("GET", location, key: nil).status == 200)
        }
    }

    @Test(
        "The error callback fails the enrollment once",
        arguments: [
            ("decision=decline", "rejected_by_user", "The account holder declined at the bank."),
            (
                "decision=decline&error=server_error", "redirection_back_from_institution_failed",
                "server_error: The bank reported server_error."
            ),
            // As the guide prints it.
            ("decision=decline&error=insufficient_funds", "insufficient_funds", "No funds"),
        ])
    func theErrorCallbackFailsTheEnrollment(form: String, reason: String, message: String) async throws {
        try await Simulation.run { simulation in
            let enrollment = try await simulation.createEnrollment()
            let id = try #require(enrollment["id"]?.stringValue)
            let callback = try await simulation.decide(enrollment, form)
            #expect(try await simulation.enrollment(id)["status"] == "PENDING")
            let answer = try await simulation.complete(callback)
            #expect(answer.status == 200)
            #expect(answer.json["status"] == "FAILED")
            #expect(answer.json["status_reason_code"]?.stringValue == reason)
            #expect(answer.json["status_reason_message"]?.stringValue == message)
            let again = try await simulation.complete(callback)
            #expect(again.status == 400)
            #expect(again.code == "invalid_status")
        }
    }

    @Test("The success callback works once, and only with all its parameters")
    func theSuccessCallbackWorksOnceAndOnlyWhole() async throws {
        try await Simulation.run { simulation in
            let enrollment = try await simulation.createEnrollment()
            let callback = try #require(try await simulation.decide(enrollment).objectValue)
            for name in ["state", "code", "id_token"] {
                var wrong = callback
                wrong[name] = "wrong"
                let answer = try await simulation.complete(.object(wrong))
                #expect(answer.status == 400)
                #expect(answer.code == "invalid")
                #expect(answer.field == name)
                wrong[name] = nil
                let missing = try await simulation.complete(.object(wrong))
                #expect(missing.code == "required")
                #expect(missing.field == name)
            }
            // Neither attempt used up the callback.
            #expect(try await simulation.complete(.object(callback)).status == 200)
            let again = try await simulation.complete(.object(callback))
            #expect(again.status == 400)
            #expect(again.code == "invalid_status")
        }
    }

    private static let ended: [(scenario: String, status: Int, reason: String, english: String)] = [
        (
            "institution_down", 409, "institution_infra_failed", "The bank fails."
        ),
        (
            "enrollment.send_risk_signals_failed", 409, "send_risk_signals_failed",
            "The bank did not receive the risk signals it needs."
        ),
        (
            "enrollment.redirection_to_institution_failed", 410, "redirection_to_institution_failed",
            "The time for this request is over."
        ),
    ]

    @Test(
        "The page of an enrollment that failed before a decision says why, to people and to programs", arguments: ended)
    func saysWhyThereIsNothingToDecide(
        scenario: String, status: Int, reason: String, english: String
    ) async throws {
        try await Simulation.run(configure: { $0.sandbox.scenario = scenario }) { simulation in
            let url = try url(try await simulation.createEnrollment())
            simulation.clock.advance(by: .seconds(1))
            for (method, body) in [("GET", nil), ("POST", Array("decision=approve".utf8))] {
                let page = try await simulation.send(
                    method, url, body: body, headers: [("Accept-Language", "en")], key: nil)
                #expect(page.status == status)
                #expect(page.text.contains(english), "\(page.text)")
                #expect(page.text.contains("<code>\(reason)</code>") && page.text.contains("Banco Aurora"))
                let refusal = try await simulation.send(
                    method, url, body: body, headers: [("Accept", "text/html, application/json")], key: nil)
                #expect(refusal.status == status)
                #expect(refusal.code == "invalid_status")
                let message = refusal.json.arrayValue?.first?["message"]?.stringValue
                #expect(message?.hasPrefix("The enrollment is FAILED (\(reason)): The") == true, "\(refusal.text)")
            }
        }
    }

    @Test("The page of a decided enrollment says so")
    func saysThatItWasDecided() async throws {
        try await Simulation.run { simulation in
            let enrollment = try await simulation.createEnrollment()
            _ = try await simulation.decide(enrollment)
            let page = try await simulation.send("GET", url(enrollment) + "&lang=en", key: nil)
            #expect(page.status == 409)
            #expect(page.text.contains("This request has been answered already."))
        }
    }

    private static let browser = [
        ("Sec-Fetch-Site", "same-origin"), ("Origin", "null"),
        ("Content-Type", "application/x-www-form-urlencoded"),
    ]

    @Test("A browser's form counts only with the token of its visitor's page")
    func takesNoFormOfAnotherSite() async throws {
        try await Simulation.run { simulation in
            let url = try url(try await simulation.createEnrollment())
            let page = try await simulation.send("GET", url, key: nil)
            let cookie = try #require(page.headers["set-cookie"]?.split(separator: ";").first)
            let token = try #require(cookie.split(separator: "=").last)
            #expect(page.text.contains("name=\"page_token\" value=\"\(token)\""))
            func post(_ form: String, _ headers: [(String, String)]) async throws -> Int {
                try await simulation.send("POST", url, body: Array(form.utf8), headers: headers, key: nil).status
            }
            let form = "decision=decline&page_token=\(token)"
            for site in ["cross-site", "same-site"] {
                #expect(try await post(form, [("Sec-Fetch-Site", site), ("Cookie", "\(cookie)")]) == 403)
            }
            #expect(try await post(form, Self.browser) == 403)
            #expect(try await post("decision=decline", Self.browser + [("Cookie", "\(cookie)")]) == 403)
            #expect(
                try await post(form + "0", [("Origin", "http://evil.example"), ("Cookie", "\(cookie)")]) == 403)
            // None of them counted.
            #expect(try await post(form, Self.browser + [("Cookie", "\(cookie)")]) == 303)
            let journal = try await simulation.get("/_toque/requests").text
            #expect(journal.contains("page_token=***") && !journal.contains(token))
        }
    }

    @Test("A tester lets the time run out on the page, which then says so")
    func expiresNow() async throws {
        try await Simulation.run { simulation in
            let enrollment = try await simulation.createEnrollment()
            let url = try url(enrollment)
            let path = String(url.prefix { $0 != "?" })
            let answer = try await simulation.send("POST", "\(path)/expire", body: [], key: nil)
            #expect(answer.status == 303)
            let handle = try #require(path.split(separator: "/").last)
            #expect(answer.headers["location"] == "../\(handle)")
            let page = try await simulation.send("GET", url + "&lang=en", key: nil)
            #expect(page.status == 410)
            #expect(page.text.contains("Go back to the app and start again."))
            let id = try #require(enrollment["id"]?.stringValue)
            let failed = try await simulation.enrollment(id)
            #expect(failed["status_reason_code"] == "redirection_to_institution_failed")
            #expect(try await simulation.send("POST", "\(path)/expire", body: [], key: nil).status == 410)
        }
    }

    @Test("A holder with several accounts at the bank chooses one, and the enrollment has it")
    func choosesAnAccount() async throws {
        try await Simulation.run { simulation in
            let first = try await simulation.send("GET", url(simulation.createEnrollment()), key: nil)
            #expect(!first.text.contains("type=\"radio\""))
            let account: JSON = [
                "institution": .string(Simulation.institution), "holder_type": "INDIVIDUAL", "branch_number": "0007",
                "account_number": "8812035", "account_type": "SAVINGS", "holder_name": "Ana Exemplo",
            ]
            var other = try #require(account.objectValue)
            other["holder_name"] = "Rui Exemplo"
            #expect(try await simulation.post("/bank-accounts/", .object(other)).status == 201)
            // Nothing of this number can be shown.
            var numberless = try #require(account.objectValue)
            numberless["account_number"] = "X"
            _ = try await simulation.post("/bank-accounts/", .object(numberless))
            let registered = try await simulation.post("/bank-accounts/", account)
            #expect(registered.status == 201, "\(registered.text)")
            let id = try #require(registered.json["id"]?.stringValue)
            let enrollment = try await simulation.createEnrollment()
            let page = try await simulation.send("GET", url(enrollment) + "&lang=en", key: nil)
            #expect(page.text.contains("value=\"usual\" checked"))
            #expect(page.text.contains("value=\"\(id)\""))
            #expect(page.text.contains("Branch 0007, account ****2035"))
            #expect(page.text.components(separatedBy: "type=\"radio\"").count == 3)
            let wrong = try await simulation.send(
                "POST", url(enrollment), body: Array("decision=approve&account=other".utf8), key: nil)
            #expect(wrong.status == 400)
            _ = try await simulation.decide(enrollment, "decision=approve&account=\(id)")
            let shown = try await simulation.enrollment(try #require(enrollment["id"]?.stringValue))
            let payer = shown["details"]?["payer_information"]?["bank_account"]
            #expect(payer?["number"] == "*****2035")
            #expect(payer?["agency"] == "0007")
        }
    }

    @Test("The page shows a frozen clock, and the scenario that decides in place of the holder")
    func tellsTesters() async throws {
        try await Simulation.run(configure: { $0.sandbox.scenario = "enrollment.rejected_by_user" }) { simulation in
            let page = try await simulation.send(
                "GET", url(simulation.createEnrollment()) + "&lang=en", key: nil)
            #expect(page.text.contains("This bank will answer access_denied, whatever you press."))
            #expect(page.text.contains("name=\"error\" value=\"server_error\""))
            #expect(page.text.contains("data-seconds=\"900\""))
        }
    }
}
