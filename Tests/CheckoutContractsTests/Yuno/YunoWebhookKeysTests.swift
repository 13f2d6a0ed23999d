import CheckoutContracts
import Testing
import ToqueCrypto
import ToqueEncoding

@Suite("Yuno's webhook signatures") struct YunoWebhookKeysTests {
    private static func body(retry: Int) -> [UInt8] {
        Array(
            """
            {"type":"payment","type_event":"payment.purchase","account_id":"00000000-0000-4000-8000-00000000000a",\
            "retry":\(retry),"version":2,"data":{"payment":{"id":"00000000-0000-4000-8000-0000000000b1",\
            "status":"SUCCEEDED","sub_status":"APPROVED"}}}
            """.utf8)
    }

    private static func keys(_ key: String) -> YunoWebhookKeys {
        YunoWebhookKeys(apiKey: "sandbox", key: SecretBytes(copying: key.utf8))
    }

    private static func headers(of body: [UInt8], key: String = "whsec-test") -> [(name: String, value: String)] {
        keys(key).headers(of: body)
    }

    private static func fault(
        _ body: [UInt8], _ headers: [(name: String, value: String)], key: String = "whsec-test"
    ) -> YunoWebhookFault? {
        do throws(YunoWebhookFault) {
            try keys(key).check(body) { name in headers.first { $0.name == name }?.value }
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A body has the signature that an independent implementation gives it",
        arguments: [
            (0, "r9rCJDy0rUMi2kY2C8/smhLn9Gr5ImM04tIGFZ83NNI="), (1, "XXJ6CYwuCMzk959J3mZQ/C4oZKbv987DtuV4Du/Qsng="),
        ])
    func vectors(retry: Int, signature: String) {
        #expect(Self.headers(of: Self.body(retry: retry)).last?.value == signature)
    }

    @Test("The headers of a webhook are valid only with its body and its keys")
    func headers() {
        let body = Self.body(retry: 0)
        let headers = Self.headers(of: body)
        #expect(headers.map(\.name) == ["x-api-key", "x-secret", "x-hmac-signature"])
        #expect(headers[1].value == "9c34c59b4ac524dfcedd39083f8e71f6")
        #expect(Self.fault(body, headers) == nil)
        #expect(Self.fault(Self.body(retry: 1), headers) == .wrong(header: "x-hmac-signature"))
        #expect(Self.fault(body, headers, key: "whsec-tesu") == .wrong(header: "x-secret"))
        for index in headers.indices {
            var others = headers
            others.remove(at: index)
            #expect(Self.fault(body, others) == .missing(header: headers[index].name))
        }
    }

    @Test("One flipped bit of a webhook's body or of a header is refused")
    func flippedBits() {
        let body = Self.body(retry: 0)
        let headers = Self.headers(of: body)
        for index in body.indices {
            for bit in 0..<8 {
                var flipped = body
                flipped[index] ^= 1 << bit
                #expect(Self.fault(flipped, headers) == .wrong(header: "x-hmac-signature"))
            }
        }
        for (index, header) in headers.enumerated() {
            for position in header.value.utf8.indices {
                var flipped = headers
                // Flipping the lowest bit of an ASCII character gives another one.
                let offset = header.value.utf8.distance(from: header.value.utf8.startIndex, to: position)
                var bytes = Array(header.value.utf8)
                bytes[offset] ^= 1
                flipped[index].value = String(decoding: bytes, as: UTF8.self)
                #expect(Self.fault(body, flipped) == .wrong(header: header.name))
            }
            var longer = headers
            longer[index].value += "="
            #expect(Self.fault(body, longer) == .wrong(header: header.name))
        }
    }

    @Test("A thousand generated signatures and QR codes equal those of an independent implementation")
    func generated() throws {
        var lines = ""
        for number in 0..<1000 {
            let chance = Digest.sha256("yuno vector \(number)")
            let key = Hex.encode(chance).prefix(8 + number % 57)
            let body = Array(repeatElement(chance, count: 32).joined().prefix(number))
            let headers = Self.headers(of: body, key: String(key))
            let code = BRCode(
                location: "bank.example/pix/\(Hex.encode(chance).prefix(32))",
                amount: ExactDecimal(minorUnits: Int64(number * 997 + 1), exponent: 2), merchantName: "LOJA EXEMPLO",
                merchantCity: "SAO PAULO")
            lines += "\(headers[2].value) \(headers[1].value) \(try code.text())\n"
        }
        // From Tests/EndToEnd/helpers/checkout/yuno_reference.py.
        #expect(
            Hex.encode(Digest.sha256(lines)) == "74349034a9bb38d868097d98b285c516be7fd55512c2890275b886e4a36ded59")
    }
}
