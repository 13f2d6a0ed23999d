import CheckoutContracts
import Testing
import ToqueCrypto
import ToqueEncoding

@Suite struct EcommpaySignatureTests {
    @Test(
        "The signatures of published and computed messages are made and accepted", arguments: EcommpayVectors.messages)
    func vectors(secret: String, message: JSONObject, text: String?, signature: String) throws {
        let string = EcommpayStringToSign(message)
        if let text { #expect(string.description == text) }
        #expect(EcommpayVectors.sign(string, secret) == signature)
        #expect(EcommpayVectors.verify(signature, string, secret))
        #expect(!EcommpayVectors.verify(signature, string, "another"))
    }

    @Test("The string to sign is sorted by path, with a list's indexes as strings")
    func order() {
        let list = JSON.array((0..<12).map { .int($0) })
        #expect(EcommpayStringToSign(["a1": 1, "a": 2]).description == "a:2;a1:1")
        #expect(
            EcommpayStringToSign(["l": list]).description
                == "l:0:0;l:1:1;l:10:10;l:11:11;l:2:2;l:3:3;l:4:4;l:5:5;l:6:6;l:7:7;l:8:8;l:9:9")
        // U+FF5E comes before U+1F600, although its UTF-16 unit is greater.
        #expect(EcommpayStringToSign(["😀": 1, "～": 2]).description == "～:2;😀:1")
    }

    @Test("Empty lists and objects are not signed, and empty strings and null are")
    func empty() {
        #expect(EcommpayStringToSign(["a": [], "b": [:], "c": "", "d": .null]).description == "c:;d:")
    }

    @Test("A signature is left out of objects at any depth, and kept in lists")
    func ownSignature() {
        let message: JSONObject = [
            "signature": "s", "general": ["signature": "s", "id": 1], "frame_mode": 1,
            "list": [["signature": "s", "frame_mode": 2]],
        ]
        #expect(EcommpayStringToSign(message).description == "general:id:1;list:0:signature:s")
    }

    @Test("1,000 generated messages have the strings to sign and signatures that Python computes")
    func generated() throws {
        var generator = EcommpayGenerator()
        var everything: [UInt8] = []
        for _ in 0..<1000 {
            // As received over the network.
            let message = try JSON(parsing: JSON.object(try generator.message()).utf8).objectValue ?? [:]
            let text = EcommpayStringToSign(message)
            let signature = EcommpayVectors.sign(text)
            everything += Array("\(text)\n\(signature)\n".utf8)
        }
        // Tests/EndToEnd/checkout has the same digest.
        let digest = Hex.encode(Digest.sha256(everything))
        #expect(digest == "6e6b08ef13364088c71cf3e9993df2f6d157f42b3f3b4599752b4ce48d63fc18")
    }

    @Test("One flipped bit of a string to sign, or one moved separator, is refused")
    func changed() throws {
        var (generator, random) = (EcommpayGenerator(), SplitMix(seed: 7))
        var tried = 0
        for _ in 0..<1000 {
            let text = EcommpayStringToSign(try generator.message())
            let signature = EcommpayVectors.sign(text)
            guard !text.bytes.isEmpty else { continue }
            var flipped = text.bytes
            flipped[Int.random(in: 0..<flipped.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            #expect(!EcommpayVectors.verify(signature, EcommpayStringToSign(bytes: flipped)))
            for index in text.bytes.indices.dropLast() where text.bytes[index] == UInt8(ascii: ";") {
                var moved = text.bytes
                moved.swapAt(index, index + 1)
                guard moved != text.bytes else { continue }
                #expect(!EcommpayVectors.verify(signature, EcommpayStringToSign(bytes: moved)))
                tried += 1
            }
        }
        #expect(tried > 1000)
    }

    @Test("A signature with a changed, missing or added character is refused")
    func changedSignature() {
        let text = EcommpayStringToSign(EcommpayVectors.callback)
        let signature = EcommpayVectors.sign(text)
        for index in signature.indices {
            var other = signature
            other.replaceSubrange(index...index, with: signature[index] == "A" ? "B" : "A")
            #expect(!EcommpayVectors.verify(other, text))
        }
        for other in ["", String(signature.dropLast()), signature + "=", " " + signature] {
            #expect(!EcommpayVectors.verify(other, text))
        }
    }

    @Test("A request to Gate is signed in its member general")
    func gate() {
        let request: JSONObject = [
            "general": ["project_id": 10, "payment_id": "ord-42"], "payment": ["amount": 100, "currency": "EUR"],
        ]
        let signed = EcommpaySignature.signing(gateRequest: request, key: EcommpayVectors.key())
        #expect(EcommpaySignature.carried(by: signed) != nil)
        #expect(EcommpayVectors.verify(message: signed))
        var changed = signed
        changed["payment"] = ["amount": 101, "currency": "EUR"]
        #expect(!EcommpayVectors.verify(message: changed))
        #expect(!EcommpayVectors.verify(message: request))
    }

    @Test("The Payment Page's address is signed, and any change to it is refused")
    func paymentPage() throws {
        let url = EcommpayPaymentPage.url(
            [("project_id", "10"), ("payment_id", "ord 42&=;"), ("payment_amount", "1999")], key: EcommpayVectors.key())
        let query = try #require(url.split(separator: "?", maxSplits: 1).last)
        let parameters = try #require(FormURLEncoding.decode(query))
        #expect(url.hasPrefix("https://paymentpage.ecommpay.com/payment?project_id=10&payment_id=ord%2042%26%3D%3B"))
        #expect(parameters.contains { $0 == ("interface_type", #"{"id": 24}"#) })
        #expect(EcommpayVectors.verify(query: parameters))
        for index in parameters.indices {
            var other = parameters
            other[index].value += "1"
            #expect(!EcommpayVectors.verify(query: other))
            other = parameters
            other.remove(at: index)
            #expect(!EcommpayVectors.verify(query: other))
            other = parameters + [parameters[index]]
            #expect(!EcommpayVectors.verify(query: other))
        }
    }
}
