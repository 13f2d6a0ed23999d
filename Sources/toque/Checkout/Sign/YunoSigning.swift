import ArgumentParser
import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

struct YunoSignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "yuno",
        abstract: "Sign a Yuno webhook (HMAC-SHA-256 of the body).",
        discussion: """
            Prints the header; with --api-key, all three headers.

            Example: toque checkout sign yuno webhook.json --secret-file secret.txt
            """)

    @OptionGroup var message: SignedMessage
    @OptionGroup var secret: SharedSecret

    @Option(
        help: .init("Print x-api-key with this ID and x-secret too, as the sandbox sends them.", valueName: "id"))
    var apiKey: String?

    func run() throws {
        let keys = YunoWebhookKeys(apiKey: apiKey ?? "", key: try secret.read())
        let body = try message.bytes()
        guard apiKey != nil else {
            return try Console.standard.result("\(YunoWebhookKeys.signatureHeader): \(keys.signature(of: body))")
        }
        try Console.standard.result(keys.headers(of: body).map { "\($0.name): \($0.value)" }.joined(separator: "\n"))
    }
}

struct YunoVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "yuno",
        abstract: "Verify a Yuno webhook by its header x-hmac-signature.",
        discussion: "Example: toque checkout verify yuno webhook.json --signature BASE64 --secret-file secret.txt")

    @OptionGroup var message: SignedMessage
    @OptionGroup var secret: SharedSecret

    @Option(help: .init("Verify this value of x-hmac-signature. Required.", valueName: "base64"))
    var signature: String

    func run() throws {
        let keys = YunoWebhookKeys(apiKey: "", key: try secret.read())
        let body = try message.bytes()
        func fits(_ body: [UInt8]) -> Bool {
            Array(signature.utf8).constantTimeEquals(Array(keys.signature(of: body).utf8))
        }
        guard fits(body) else {
            throw SignatureDifference.error(
                YunoWebhookKeys.signatureHeader, found: signature, expected: keys.signature(of: body),
                hint: SignatureDifference.hint(body, fits: fits))
        }
        try Console.standard.result(SignatureDifference.valid)
    }
}
