import ArgumentParser
import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

struct TakeMeSignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "takeme",
        abstract: "Sign a TakeMe webhook (HMAC-SHA-256 of time and body).",
        discussion: """
            Prints the header.

            Example: toque checkout sign takeme webhook.json --secret-file secret.txt
            """)

    @OptionGroup var message: SignedMessage
    @OptionGroup var secret: SharedSecret
    @OptionGroup var at: JudgedTime

    func run() throws {
        let signature = TakeMeSignature(signing: try message.bytes(), at: at.time, secret: try secret.read())
        try Console.standard.result("\(TakeMeSignature.header): \(signature)")
    }
}

struct TakeMeVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "takeme",
        abstract: "Verify a TakeMe webhook by its header TakeMe-Signature.",
        discussion:
            #"Example: toque checkout verify takeme webhook.json --signature "$SIGNATURE" --secret-file secret.txt"#)

    @OptionGroup var message: SignedMessage
    @OptionGroup var secret: SharedSecret
    @OptionGroup var at: JudgedTime

    @Option(help: .init("Verify this value of TakeMe-Signature. Required.", valueName: "t=time,v1=hex"))
    var signature: String

    @Option(help: .init("Accept a signature at most this far from --at. Default: 5m.", valueName: "time"))
    var tolerance: TimeSpan?

    func run() throws {
        let body = try message.bytes()
        let key = try secret.read()
        let tolerance = tolerance?.duration ?? .seconds(300)
        do throws(TakeMeSignatureError) {
            try TakeMeSignature.verify(signature, of: body, secret: key, at: at.time, tolerance: tolerance)
        } catch {
            guard case .mismatch = error, let given = try? TakeMeSignature(signature) else {
                throw CommandError(.signatureMismatch, at: "--signature", "\(error)")
            }
            let signed = Timestamp(microseconds: given.seconds * 1_000_000)
            let expected = TakeMeSignature(signing: body, at: signed, secret: key)
            throw SignatureDifference.error(
                TakeMeSignature.header, found: signature, expected: "\(expected)",
                hint: SignatureDifference.hint(body) { body in
                    (try? TakeMeSignature.verify(signature, of: body, secret: key, at: signed, tolerance: .zero)) != nil
                })
        }
        try Console.standard.result(SignatureDifference.valid)
    }
}
