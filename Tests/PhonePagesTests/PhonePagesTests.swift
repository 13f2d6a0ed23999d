import Foundation
import Sandbox
import Testing
import ToqueEncoding

@testable import PhonePages

@Suite(.serialized) struct PhonePagesTests {
    private func during(
        _ browser: PhoneBrowser, _ body: (PhoneBrowser) async throws -> Void
    ) async throws {
        do { try await body(browser) } catch {
            await browser.stop()
            throw error
        }
        await browser.stop()
    }

    @Test(
        "A phone of every kind that verifies its user enrolls and pays without JavaScript",
        arguments: ["ios", "android", "windows", "fingerprint-key"])
    func wholeFlow(authenticator: String) async throws {
        try await during(PhoneBrowser()) { browser in
            let phone = try await browser.add(authenticator: authenticator)
            try await browser.enroll(phone)
            #expect(try await browser.page(phone).contains("This phone is enrolled at Banco Aurora."))
            try await browser.pay(phone, amount: "1.234,56", gesture: "approve")
            let page = try await browser.page(phone)
            #expect(page.contains("The payment is complete."))
            #expect(page.contains("R$1,234.56"))
            // The log masks what the journal masks.
            #expect(page.contains("/enrollments/complete-redirection/"))
            #expect(page.contains("risk_signals") && !page.contains("elapsedTimeSinceBoot"))
        }
    }

    @Test("A browser's facts reach the bank, with the line ends of a form")
    func facts() async throws {
        try await during(PhoneBrowser()) { browser in
            let phone = try await browser.add()
            let facts = "language=es\r\nscreenDimensions.width=777\r\ndeviceId=forged"
            _ = try await browser.askBank(phone, preset: "browser", facts: facts)
            let state = try await browser.get("/_toque/state").text
            #expect(state.contains("\"width\":777") || state.contains("\"width\": 777"))
            #expect(!state.contains("forged"))
        }
    }

    @Test("A declined gesture and one that times out are told, and the step can be repeated")
    func gestures() async throws {
        try await during(PhoneBrowser()) { browser in
            let phone = try await browser.add()
            try await browser.decide("approve", at: browser.askBank(phone))
            #expect(try await browser.page("\(phone)?ask=1").contains("name=\"gesture\" value=\"timeout\""))
            for gesture in ["decline", "timeout", "nonsense"] {
                _ = try await browser.post("\(phone)/register", [("gesture", gesture)])
                let page = try await browser.page(phone)
                #expect(page.contains("<code>NotAllowedError</code>"), "\(gesture)")
                #expect(page.contains("Register this phone"))
            }
            _ = try await browser.post("\(phone)/register", [("gesture", "approve")])
            try await browser.pay(phone, amount: "0.13", gesture: "decline")
            #expect(try await browser.page(phone).contains("<code>NotAllowedError</code>"))
            _ = try await browser.post("\(phone)/sign", [("gesture", "approve")])
            #expect(try await browser.page(phone).contains("The payment is complete."))
        }
    }

    @Test("A refusal at the bank ends the enrollment with its reason, and the phone starts again")
    func declinedAtBank() async throws {
        try await during(PhoneBrowser()) { browser in
            let phone = try await browser.add()
            try await browser.decide("decline", at: browser.askBank(phone))
            #expect(try await browser.page(phone).contains("<code>rejected_by_user</code>"))
            _ = try await browser.post("\(phone)/again")
            #expect(try await browser.page(phone).contains("Permission and risk signals"))
            try await browser.enroll(phone)
            #expect(try await browser.page(phone).contains("This phone is enrolled"))
        }
    }

    @Test("Several phones have their own devices, and each pays with its own key")
    func severalPhones() async throws {
        try await during(PhoneBrowser()) { browser in
            let phones = [try await browser.add("First"), try await browser.add("Second")]
            for phone in phones { try await browser.enroll(phone) }
            let devices = try await phones.asyncMap {
                try await browser.page($0).firstMatch(of: /deviceId<\/dt><dd><bdi class="clip">([^<]+)/)?.1
            }
            #expect(devices[0] != nil && devices[1] != nil && devices[0] != devices[1])
            for phone in phones {
                try await browser.pay(phone, amount: "1", gesture: "approve")
                #expect(try await browser.page(phone).contains("The payment is complete."))
            }
        }
    }

    @Test("A phone in a folder survives the sandbox's restart at every step, and says if the sandbox was reset")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "phones-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let archive = PhoneArchive.folder("\(folder)/sandbox.sqlite.phones")
        let database = SandboxStore.Location.file("\(folder)/sandbox.sqlite")
        func start() async throws -> PhoneBrowser { try await PhoneBrowser(archive: archive, database: database) }
        var (phone, bank) = ("", "")
        try await during(try await start()) { browser in
            phone = try await browser.add()
            bank = try await browser.askBank(phone)
        }
        try await during(try await start()) { browser in
            // Back at another port: the shop's address of the first run is gone.
            let location = try #require(try await browser.post(bank, [("decision", "approve")]).header("Location"))
            let path = try #require(location.firstMatch(of: /http:\/\/[^\/]+(\/.+)/)).1
            _ = try await browser.get(String(path))
            let page = try await browser.page(phone)
            #expect(page.contains("Register this phone"))
            // The first run's request, without what the journal masks.
            #expect(page.contains("risk_signals") && !page.contains("elapsedTimeSinceBoot"))
        }
        try await during(try await start()) { browser in
            _ = try await browser.post("\(phone)/register", [("gesture", "approve")])
            #expect(try await browser.page(phone).contains("This phone is enrolled"))
        }
        try await during(try await start()) { browser in
            try await browser.pay(phone, amount: "1", gesture: "approve")
            #expect(try await browser.page(phone).contains("The payment is complete."))
            _ = try await browser.post("\(phone)/remove")
            #expect(try await browser.get(phone).status == 404)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(folder)/sandbox.sqlite.phones") == ["phones.json"])
    }

    @Test("A name that the API would refuse is refused, and stays in the form")
    func names() async throws {
        try await during(PhoneBrowser()) { browser in
            for name in ["", "  ", String(repeating: "x", count: 10_000)] {
                let answer = try await browser.post("/device/phones", [("name", name), ("authenticator", "ios")])
                #expect(answer.status == 400)
                #expect(answer.text.contains("The name needs 1 to 140 characters."))
            }
            let hostile = "<img src=x>\"'&\u{202E}👩‍👩‍👧"
            let phone = try await browser.add(hostile)
            #expect(!(try await browser.page(phone).contains("<img")))
        }
    }

    @Test("Pages of other sites, other hosts and a sandbox without control get no phone")
    func guards() async throws {
        try await during(PhoneBrowser()) { browser in
            let phone = try await browser.add()
            for headers in [
                [("Host", "evil.example")], [("Origin", "http://evil.example")], [("Sec-Fetch-Site", "cross-site")],
                // A form of another page without a referrer: it has no token.
                [("Origin", "null")], [("Sec-Fetch-Site", "same-origin")],
            ] {
                let answer = try await browser.post("\(phone)/again", [], headers.map { (name: $0.0, value: $0.1) })
                #expect(answer.status == 403, "\(headers)")
                #expect(answer.header("Content-Security-Policy") != nil)
            }
            #expect(try await browser.get("/device", [("Host", "evil.example")]).status == 403)
            #expect(try await browser.get("/device/none").status == 404)
        }
        try await during(PhoneBrowser(hasControl: false)) { browser in
            let answer = try await browser.get("/device")
            #expect(answer.status == 404)
        }
    }

    @Test("With a control token, the phone and the dashboard ask for it once")
    func controlToken() async throws {
        let token = "0123456789abcdef0123456789abcdef"
        try await during(PhoneBrowser(controlToken: token)) { browser in
            let asked = try await browser.get("/device/none")
            #expect(asked.status == 401)
            #expect(asked.text.contains("action=\"/_toque/view/token\""))
            #expect(asked.text.contains("name=\"next\" value=\"/device/none\""))
            let form = try await browser.post("/device/phones", [("name", "A")])
            #expect(form.status == 401 && form.text.contains("name=\"next\" value=\"/device\""))
            let fields = [(name: "token", value: token), (name: "next", value: "/device")]
            let answer = try await browser.post("/_toque/view/token", fields)
            #expect(answer.status == 303 && answer.header("Location") == "/device")
            let cookie = try #require(answer.header("Set-Cookie"))
            let pair = String(cookie.prefix { $0 != ";" })
            for path in ["/device", "/_toque/"] {
                #expect(try await browser.get(path, [("Cookie", pair)]).status == 200, "\(path)")
            }
            #expect(try await browser.post("/device/phones", [("name", "A")], [("Cookie", pair)]).status == 303)
        }
    }

    @Test("What no phone takes is refused with a page")
    func refusals() async throws {
        try await during(PhoneBrowser()) { browser in
            let phone = try await browser.add()
            let long = String(repeating: "x", count: 300 << 10)
            let answers = [
                (413, try await browser.post("\(phone)/options", [("options", long)])),
                (405, try await browser.get("\(phone)/pay")), (405, try await browser.post("/device")),
                (404, try await browser.get("\(phone)/none")), (404, try await browser.get("/device/a/b/c")),
            ]
            for (status, answer) in answers {
                #expect(answer.status == status)
                #expect(answer.text.hasPrefix("<!DOCTYPE html>"), "\(status)")
            }
        }
    }

    @Test("A phone that was removed during a step leaves nothing behind")
    func removedMeanwhile() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "removed-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await during(PhoneBrowser(archive: .folder(folder), optionsDelay: .seconds(2))) { browser in
            let phone = try await browser.add()
            let bank = try await browser.askBank(phone)
            // The return waits for the bank's options meanwhile.
            async let decision: Void = browser.decide("approve", at: bank)
            for _ in 0..<1_000 {
                let requests = try await browser.get("/_toque/requests?path=/enrollments/complete-redirection/").text
                if requests.contains("complete-redirection") { break }
            }
            #expect(try await browser.post("\(phone)/remove").status == 303)
            try await decision
            _ = try await browser.get(phone)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["phones.json"])
        }
    }

    @Test("A frozen clock is named where the phone waits for it")
    func frozen() async throws {
        let browser = try await PhoneBrowser(
            frozenAt: Timestamp("2026-01-31T12:00:00Z"), optionsDelay: .seconds(1))
        try await during(browser) { browser in
            let phone = try await browser.add()
            try await browser.decide("approve", at: browser.askBank(phone))
            let page = try await browser.page(phone)
            #expect(page.contains("Look again") && page.contains("clock advance"))
        }
    }

    @Test("Pasted options get the backend's body, and can be sent to it")
    func pasted() async throws {
        try await during(PhoneBrowser()) { browser in
            let phone = try await browser.add()
            let options = """
                {"rp": {"id": "belvo.com", "name": "Shop"}, "user": {"id": "dXNlcg", "name": "ana", "displayName": "Ana"},
                "challenge": "AAAAAAAAAAAAAAAAAAAAAA", "pubKeyCredParams": [{"type": "public-key", "alg": -7}]}
                """
            #expect(try await browser.post("\(phone)/options", [("options", options)]).text.contains("<dialog"))
            let answer = try await browser.post("\(phone)/answer", [("options", options), ("gesture", "approve")])
            #expect(answer.text.contains("confirmation_data"))
            let declined = try await browser.post("\(phone)/answer", [("options", options), ("gesture", "decline")])
            #expect(declined.status == 400 && declined.text.contains("NotAllowedError"))
            #expect(try await browser.post("\(phone)/options", [("options", "{")]).status == 400)
            for (url, code) in [("ftp://a/", "url"), ("http://127.0.0.1:1/", "no_answer"), ("http://a:b@c/", "url")] {
                let sent = try await browser.post("\(phone)/send", [("backend", url), ("body", "{}")])
                #expect(sent.status == 400 && sent.text.contains("<code>\(code)</code>"))
            }
            let sent = try await browser.post(
                "\(phone)/send",
                [("backend", "\(browser.server.url)/customers/"), ("body", "{}"), ("header", "Authorization: Basic x")])
            #expect(sent.text.contains(">401<") && !sent.text.contains("Basic x"))
            let header = try await browser.post(
                "\(phone)/send", [("backend", browser.server.url), ("body", "{}"), ("header", "a\r\nb: c")])
            #expect(header.status == 400 && header.text.contains("<code>header</code>"))
        }
    }
}

extension [String] {
    fileprivate func asyncMap<Value>(_ transform: (String) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
