import ArgumentParser
import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// The input of an ecommpay signature: a JSON message, the app's payment options, or a ready string to sign.
struct EcommpayMessage: ParsableArguments {
    @Flag(
        help: """
            Read the app's payment options. The string to sign leaves out empty members and those that ecommpay does \
            not sign.
            """)
    var paymentOptions = false

    @OptionGroup var message: SignedMessage

    /// The message, if it is JSON, and the string to sign.
    func read() throws -> (object: JSONObject?, text: EcommpayStringToSign) {
        let bytes = try message.bytes()
        guard paymentOptions || bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "{") else {
            let end = bytes.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            return (nil, EcommpayStringToSign(bytes: Array(bytes.prefix((end ?? -1) + 1))))
        }
        let object = try SignedMessage.object(bytes, of: message.name)
        guard paymentOptions else { return (object, EcommpayStringToSign(object)) }
        do throws(InvalidMembers) {
            return (object, try EcommpayPaymentOptions(validating: JSONReader(.object(object))).stringToSign)
        } catch {
            throw CommandError(.invalidContent, at: message.name, "\(error)")
        }
    }
}

struct EcommpaySignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ecommpay",
        abstract: "Sign a message for ecommpay (HMAC-SHA-512).",
        discussion: """
            The message is a JSON object (parameters, a callback, a request to Gate) or a string to sign. Prints the \
            signature, and the string to sign on stderr.

            Example: toque checkout sign ecommpay params.json --secret-file secret.txt
            """)

    @OptionGroup var message: EcommpayMessage
    @OptionGroup var secret: SharedSecret

    @Flag(help: "Print JSON: the string to sign and the signature.")
    var json = false

    func run() throws {
        let text = try message.read().text
        let signature = EcommpaySignature.sign(text, key: try secret.read())
        guard json else {
            Console.standard.progress("string to sign: \(text)")
            return try Console.standard.result(signature)
        }
        let result: JSON = ["string_to_sign": .string("\(text)"), "signature": .string(signature)]
        try Console.standard.result(result.serialized(pretty: true))
    }
}

struct EcommpayVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ecommpay",
        abstract: "Verify a callback, a request to Gate or a signature of ecommpay.",
        discussion: "Example: toque checkout verify ecommpay callback.json --secret-file secret.txt")

    @OptionGroup var message: EcommpayMessage
    @OptionGroup var secret: SharedSecret

    @Option(help: .init("Verify this signature. Default: the one in the message.", valueName: "base64"))
    var signature: String?

    func run() throws {
        let (object, text) = try message.read()
        guard let found = signature ?? object.flatMap(EcommpaySignature.carried) else {
            throw CommandError(
                .signatureMismatch, at: "--signature", "the message has no signature", hint: "pass --signature BASE64")
        }
        let key = try secret.read()
        guard EcommpaySignature.verify(found, of: text, key: key) else {
            Console.standard.progress("string to sign: \(text)")
            throw SignatureDifference.error(
                "signature", found: found, expected: EcommpaySignature.sign(text, key: key))
        }
        try Console.standard.result(SignatureDifference.valid)
    }
}
