import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// The header of a webhook in the first line, then a body.
enum TakeMeInputs {
    private static var secret: SecretBytes { SecretBytes(copying: "sk_test_sandbox".utf8) }

    static func read(_ input: [UInt8]) {
        let line = input.prefix { $0 != UInt8(ascii: "\n") }
        let body = Array(input.dropFirst(line.count + 1))
        sign(body, String(decoding: line, as: UTF8.self))
        guard let json = try? JSON(parsing: body) else { return }
        CheckoutModels.answer(TakeMeEvent.self, json)
        CheckoutModels.answer(TakeMeSource.self, json)
        CheckoutModels.answer(TakeMeCharge.self, json)
        CheckoutModels.answer(TakeMeError.self, json)
        CheckoutModels.request(TakeMeSourceRequest.self, json)
        CheckoutModels.request(TakeMeChargeRequest.self, json)
        _ = try? TakeMeSourceType.list(json)
    }

    /// A new signature is accepted in its time and for its body.
    private static func sign(_ body: [UInt8], _ header: String) {
        let sent = try? TakeMeSignature(header)
        if let sent { require(sent.description.utf8.elementsEqual(header.utf8), "there are two spellings of a header") }
        let time = Timestamp(microseconds: (sent?.seconds ?? 0) * 1_000_000)
        func verifies(_ header: String, _ body: [UInt8], at time: Timestamp = time) -> Bool {
            CheckoutModels.succeeds {
                try TakeMeSignature.verify(header, of: body, secret: secret, at: time, tolerance: .seconds(300))
            }
        }
        _ = verifies(header, body, at: .now())
        let made = TakeMeSignature(signing: body, at: time, secret: secret).description
        require(verifies(made, body), "a signature is refused")
        require(!verifies(made, body, at: time + .seconds(301)), "an old webhook is taken")
        if let other = CheckoutModels.flipped(body) { require(!verifies(made, other), "a changed body is taken") }
        if let other = CheckoutModels.flipped(made) { require(!verifies(other, body), "a changed header is taken") }
    }
}
