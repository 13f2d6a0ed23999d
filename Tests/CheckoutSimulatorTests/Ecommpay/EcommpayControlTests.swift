import CheckoutContracts
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct EcommpayControlTests {
    @Test(
        "A trigger brings about each status, callbacks and all",
        arguments: EcommpaySandbox.provider.triggers.map(\.name))
    func trigger(_ name: String) async throws {
        try await EcommpaySandbox.run { sandbox in
            let answer = try await sandbox.control("POST", "trigger", ["event": .string(name), "payment_id": "t-1"])
            #expect(answer.status == 200 || answer.status == 201, "\(answer.text)")
            let status = try await sandbox.status("t-1")["payment"]?["status"]
            #expect(
                status?.stringValue?.split(separator: " ").joined(separator: "_")
                    == name.split(separator: ".").last.map(String.init))
            #expect(try await sandbox.callbacks("t-1").last?["payment"]?["status"] == status)
        }
    }

    @Test("Control approves, declines, expires and captures at once")
    func actions() async throws {
        try await EcommpaySandbox.run { sandbox in
            func act(_ action: String, on id: String) async throws -> JSON? {
                let session = try await sandbox.session(EcommpaySandbox.options(id, action: .auth))
                #expect(try await sandbox.pay(session).paymentStatus == "awaiting 3ds result")
                let answer = try await sandbox.control("POST", "objects/\(id)/\(action)", [:])
                #expect(answer.status == 200, "\(answer.text)")
                return try await sandbox.status(id)["payment"]?["status"]
            }
            let approved = try await act("approve", on: "a")
            #expect(approved == "awaiting capture")
            #expect(try await act("decline", on: "b") == "decline")
            #expect(try await act("expire", on: "c") == "decline")
            #expect(try await sandbox.control("POST", "objects/a/capture", ["amount": "5"]).status == 200)
            #expect(try await sandbox.status("a")["payment"]?["sum"]?["amount"] == 5)
            #expect(try await sandbox.control("POST", "objects/a/approve", [:]).status == 409)
            #expect(try await sandbox.control("POST", "objects/b/expire", [:]).status == 400)
        }
    }

    @Test("Magic amounts and tokens choose scenarios, and a header takes precedence")
    func choice() async throws {
        try await EcommpaySandbox.run { sandbox in
            let amount = try await sandbox.session(EcommpaySandbox.options("a", amount: 900_002))
            #expect(try await sandbox.pay(amount).json["operation"]?["code"] == "10105")
            let token = try await sandbox.session(EcommpaySandbox.options("b", amount: 900_002))
            #expect(try await sandbox.pay(token, token: "tok_risk").json["operation"]?["code"] == "402")
            let header = try await sandbox.session(
                EcommpaySandbox.options("c", amount: 900_002), scenario: "payment.frictionless")
            #expect(try await sandbox.pay(header, token: "tok_risk").paymentStatus == "success")
        }
        #expect(EcommpaySandbox.provider.magicValues.first?.value == "900001")
    }

    @Test("Without passkeys, a press decides if the sandbox allows it")
    func button() async throws {
        var configuration = EcommpaySimulator.Configuration()
        configuration.authorization = .button
        try await EcommpaySandbox.run(configuration) { sandbox in
            let session = try await sandbox.session(EcommpaySandbox.options())
            let page = try #require(try await sandbox.pay(session).json["acs_url"]?.stringValue)
            #expect(try await sandbox.post(page, ["decision": "approve"]).json["outcome"] == "approved")
            #expect(try await sandbox.send("GET", session).paymentStatus == "success")
        }
    }

    @Test("The issuer's page shows the amount, payee and purpose, and decides once")
    func page() async throws {
        try await EcommpaySandbox.run { sandbox in
            let session = try await sandbox.session(EcommpaySandbox.options())
            let page = try #require(try await sandbox.pay(session).json["acs_url"]?.stringValue)
            let shown = try await sandbox.shown(page)
            #expect(shown["payee"] == "Loja Exemplo" && shown["amount"] == "19.99" && shown["currency"] == "USD")
            #expect(shown["reference"] == "T-shirt" && shown["object"] == "ord-1")
            #expect(try await sandbox.approve(page).json["outcome"] == "approved")
            let again = try await sandbox.decline(page)
            #expect(again.status == 409)
            #expect(try await sandbox.status()["payment"]?["status"] == "success")
        }
    }

    @Test("A signed address leads to the Payment Page, and a forged one does not")
    func paymentPage() async throws {
        try await EcommpaySandbox.run { sandbox in
            let parameters = [
                (name: "project_id", value: "10"), ("payment_id", "p-1"), ("payment_amount", "500"),
                ("payment_currency", "JPY"), ("payment_description", "Chá"),
            ]
            func url(_ secret: String) -> String {
                EcommpayPaymentPage.url(
                    parameters, key: SecretBytes(copying: secret.utf8), base: "/payment")
            }
            let forged = try await sandbox.send("GET", url("your_secrets"))
            #expect(forged.status == 403)
            #expect(try await sandbox.gate("status", "p-1").status == 400)
            let opened = try await sandbox.send("GET", url("your_secret"))
            let page = try #require(opened.headers["location"])
            #expect(try await sandbox.send("GET", url("your_secret")).headers["location"] == page)
            #expect(try await sandbox.shown(page)["amount"] == "500")
            #expect(try await sandbox.approve(page).json["outcome"] == "approved")
            #expect(try await sandbox.status("p-1")["payment"]?["status"] == "success")
            #expect(try await sandbox.send("GET", url("your_secret")).code == "paymentHasFinalStatus")
        }
    }
}
