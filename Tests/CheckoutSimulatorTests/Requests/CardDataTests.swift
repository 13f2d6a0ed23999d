import Sandbox
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct CardDataTests {
    @Test(
        "A number of 13 to 19 digits that passes Luhn's check looks like a card number",
        arguments: [
            "4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "5555555555554444", "378282246310005",
            "4222222222222", "6304000000000000000",
        ])
    func numbers(_ text: String) { #expect(CardData.isNumber(text)) }

    @Test(
        "Other numbers and texts do not",
        arguments: [
            "4111111111111112", "411111111111", "41111111111111111111", "1769860800001", "0000000000000000",
            "4111  1111 1111 1111", "4111 1111 1111 111a", " 4111111111111111", "4111111111111111-", "",
            "00000000-0000-4000-8000-000000000001",
        ])
    func others(_ text: String) { #expect(!CardData.isNumber(text)) }

    @Test(
        "A card number among other words is found",
        arguments: [
            "My card is 4111111111111111, thank you.", "pan=5555 5555 5555 4444;", "room 7 4111-1111-1111-1111",
            "https://loja.example/?card=378282246310005", "(4222222222222)", "Nº 2221000000000009",
        ])
    func amongWords(_ text: String) {
        #expect(CardData.hasNumber(text))
        #expect(!CardData.isNumber(text))
    }

    @Test(
        "Other numbers among words are not taken for one",
        arguments: [
            "x4111111111111111", "4111111111111111x", "+4111111111111111", "at 1769860800001 or so",
            "order 2026030112000008", "41111111-1111-0006-a111-1", "4111.1111.1111.1111", "4111  1111 1111 1111 a",
            "tel. +55 11 91234-5676", "id 00000000-0000-4000-8000-000000000001",
        ])
    func notAmongWords(_ text: String) { #expect(!CardData.hasNumber(text)) }

    @Test("A security code is recognized by its name and its 3 or 4 digits")
    func codes() {
        for name in ["cvv", "CVC", "cvc2", "securityCode", "security_code", "card-code"] {
            #expect(CardData.isCode(name, "123"), "\(name)")
        }
        #expect(!CardData.isCode("code", "123"))
        #expect(!CardData.isCode("cvv", "12"))
        #expect(!CardData.isCode("cvv", "M"))
    }

    /// Requests with card data, and the member that the refusal names; nil if the body cannot be read.
    private static let requests: [(body: String, type: String, field: String?)] = [
        (#"{"card": {"number": "4111111111111111"}}"#, "application/json", "card.number"),
        (#"{"n": [1, 4111111111111111]}"#, "application/json", "n[1]"),
        (#"{"n": "\u0034111111111111111"}"#, "application/json", "n"),
        (#"{"card": {"cvv": 123}}"#, "application/json", "card.cvv"),
        (#"{"card": {"c\u0076v": "123"}}"#, "application/json", "card.cvv"),
        (#"{"n": "4111111111111111""#, "application/json", nil),
        (#"{"4111111111111111": 1, "4111111111111111": 2}"#, "application/json", nil),
        (#"{"n": "\ud800"}"#, "application/json", nil),
        (#""4111111111111111""#, "application/json", "the body"),
        (#"{"a": {"4111 1111 1111 1111": 1}}"#, "application/json", "a"),
        (#"{"n": ["Card 4111111111111111."]}"#, "application/json", "n[0]"),
        ("a=1&4111+1111+1111+1111=b", "application/x-www-form-urlencoded", "the name of a parameter"),
        ("a=1&pan=4111+1111+1111+1111", "application/x-www-form-urlencoded", "pan"),
        ("a=1&cvc=%31%32%33", "application/x-www-form-urlencoded", "cvc"),
    ]

    @Test("Card data are refused with 400, and the journal stores none of them", arguments: requests.indices)
    func refused(_ index: Int) async throws {
        let (body, type, field) = Self.requests[index]
        try await KioskSandbox.run { kiosk in
            let answer = try await kiosk.send(
                "POST", "\(kiosk.server.url)/payments?q=1", Array(body.utf8),
                headers: [("Content-Type", type), ("X-Note", "seen")])
            #expect(answer.status == 400)
            #expect(answer.json["code"] == (field == nil ? "invalid_json" : "card_data"))
            #expect((answer.json["field"] ?? .null) == .text(field))
            #expect(!answer.text.contains("111111"))
            let entry = try #require(try await kiosk.server.journal.entries.last)
            #expect(entry.request.body.isEmpty && entry.request.headers.isEmpty)
            #expect(entry.request.bodyState == .omitted)
            #expect(!entry.json.serialized().contains("111111"))
        }
    }

    @Test("Card data in a query or a path are refused too, and the journal shows none of them")
    func addresses() async throws {
        try await KioskSandbox.run { kiosk in
            let paths = [
                "payments?pan=4111111111111111", "payments/4111111111111111", "nowhere/4111111111111111",
                "nowhere?pan=4111-1111-1111-1111",
            ]
            for path in paths {
                let answer = try await kiosk.send(
                    path.contains("?") ? "POST" : "GET", "\(kiosk.server.url)/\(path)")
                #expect(answer.status == 400)
                #expect(answer.json["code"] == "card_data")
                let entry = try #require(try await kiosk.server.journal.entries.last)
                #expect(!entry.json.serialized().contains("111111"))
            }
        }
    }

    @Test("Values that only resemble card data are accepted")
    func taken() async throws {
        try await KioskSandbox.run { kiosk in
            let bodies: [JSON] = [
                ["amount": "1769860800001"], ["amount": "10.50", "security_note": "1234567"],
                ["amount": "1", "id": "00000000-0000-4000-8000-0000000000b1", "code": "123"],
            ]
            for body in bodies {
                let made = try await kiosk.make(body)
                #expect(made.status == 201)
            }
        }
    }
}
