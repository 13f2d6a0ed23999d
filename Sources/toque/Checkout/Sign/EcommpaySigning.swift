import ArgumentParser
import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// What ecommpay signs: a message in JSON, the app's payment options, or a string to sign that somebody made.
struct EcommpayMessage: ParsableArguments {
    @Flag(
        help: """
            Read the app's payment options. Their empty members and those that ecommpay leaves unsigned are left out \
            of the string to sign.
            """)
    var paymentOptions = false

    @OptionGroup var message: SignedMessage

    /// The message, where it is JSON, and the string to sign.
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
            throw CommandError(.failed, "\(message.name): \(error)")
        }
    }
}

struct EcommpaySignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ecommpay",
        abstract: "Sign for ecommpay: HMAC-SHA-512.",
        discussion: """
            The message is a JSON object (parameters, a callback, a request to Gate) or a string to sign. Prints the \
            signature; the string to sign goes to stderr.
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
        abstract: "Verify a callback, a request to Gate, or a signature of ecommpay.",
        discussion: "The message carries its signature, or --signature gives it.")

    @OptionGroup var message: EcommpayMessage
    @OptionGroup var secret: SharedSecret

    @Option(help: .init("The signature of a message that carries none.", valueName: "base64"))
    var signature: String?

    func run() throws {
        let (object, text) = try message.read()
        guard let found = signature ?? object.flatMap(EcommpaySignature.carried) else {
            throw CommandError(
                .failed, "signature: found nothing", try: "--signature BASE64, for a message without one")
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
