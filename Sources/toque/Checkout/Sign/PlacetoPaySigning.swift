import ArgumentParser
import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

extension PlacetoPaySignature.Revision: ExpressibleByArgument {}

struct PlacetoPaySignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placetopay",
        abstract: "Make auth for a request to PlacetoPay, or sign a notification.",
        discussion: """
            Without a file, prints auth. With a request's body, prints the body with auth. With a notification \
            (requestId and status), prints its signature.

            Example: toque checkout sign placetopay --login LOGIN --secret-file secret.txt
            """)

    @Argument(
        help: .init("File with a request's body or a notification, or - for stdin.", valueName: "file"),
        completion: .file())
    var file: String?

    @OptionGroup var secret: SharedSecret

    @Option(help: .init("Use this login of the site. Required for auth.", valueName: "login"))
    var login: String?

    @Option(help: .init("Use this nonce, before encoding. Default: random.", valueName: "text"))
    var nonce: String?

    @Option(help: .init("Send this seed. Default: the time of --at.", valueName: "time"))
    var seed: String?

    @OptionGroup var at: JudgedTime

    @Option(help: .init("Sign a notification with this revision. Default: sha256.", valueName: "revision"))
    var revision = PlacetoPaySignature.Revision.sha256

    func run() throws {
        guard let file else { return try Console.standard.result(try auth().json.serialized(pretty: true)) }
        var body = try SignedMessage.object(try Input.bytes(of: file), of: file)
        guard body["requestId"] == nil || body["status"] == nil else {
            let reader = JSONReader(.object(body))
            let signature = PlacetoPaySignature(
                revision, status: try PlacetoPayStatus(try reader.member("status")),
                requestID: try reader.member("requestId").int(), secretKey: try secret.read())
            return try Console.standard.result(signature.text)
        }
        body["auth"] = try auth().json
        try Console.standard.result(JSON.object(body).serialized(pretty: true))
    }

    private func auth() throws -> PlacetoPayAuth {
        guard let login else { throw CommandError(.missingArgument, at: "--login", "required for auth") }
        if let seed, PlacetoPayDate.instant(seed) == nil {
            throw CommandError.invalid("--seed", seed, expected: "a time such as 2026-01-31T07:00:00-05:00")
        }
        let raw = nonce ?? Hex.encode(SystemRandom().bytes(16))
        return PlacetoPayAuth(
            login: login, secretKey: try secret.read(), nonce: Array(raw.utf8),
            seed: seed ?? PlacetoPayDate.text(at.time))
    }
}

struct PlacetoPayVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placetopay",
        abstract: "Verify the auth of a PlacetoPay request, or a notification.",
        discussion: """
            A seed may differ from --at by five minutes. Repeated nonces are not detected.

            Example: toque checkout verify placetopay notification.json --secret-file secret.txt
            """)

    @OptionGroup var message: SignedMessage
    @OptionGroup var secret: SharedSecret
    @OptionGroup var at: JudgedTime

    @Option(help: .init("Accept only notifications signed with this revision. Default: any.", valueName: "revision"))
    var revision: PlacetoPaySignature.Revision?

    func run() throws {
        let body = JSON.object(try SignedMessage.object(try message.bytes(), of: message.name))
        if body["requestId"] != nil, body["signature"] != nil {
            try verify(try PlacetoPayNotification(json: body))
        } else {
            // `auth` alone is valid too, as `sign` prints it.
            try verify(body["auth"] == nil && body["tranKey"] != nil ? ["auth": body] : body)
        }
        try Console.standard.result(SignatureDifference.valid)
    }

    private func verify(_ notification: PlacetoPayNotification) throws {
        let key = try secret.read()
        do throws(PlacetoPaySignature.Failure) {
            let revisions = revision.map { [$0] } ?? PlacetoPaySignature.Revision.allCases
            try notification.verify(secretKey: key, taking: Set(revisions))
        } catch {
            guard case .mismatch = error, let given = try? PlacetoPaySignature(notification.signature) else {
                throw CommandError(.signatureMismatch, at: "signature", "\(error)")
            }
            let expected = PlacetoPaySignature(
                given.revision, status: notification.status, requestID: notification.requestID, secretKey: key)
            throw SignatureDifference.error(
                "signature", found: notification.signature, expected: expected.text,
                hint: "signed are requestId, status.status and status.date")
        }
    }

    private func verify(_ body: JSON) throws {
        let key = try secret.read()
        do throws(PlacetoPayAuthError) {
            try PlacetoPayAuth(ofRequest: body).judge(secretKey: key, at: at.time)
        } catch {
            let number = "Authentication failed \(error.rawValue)"
            guard case .wrongTranKey = error, let auth = try? PlacetoPayAuth(ofRequest: body),
                let nonce = Base64.decode(auth.nonce)
            else { throw CommandError(.signatureMismatch, at: "auth", "\(number): \(error)") }
            let expected = PlacetoPayAuth(login: auth.login, secretKey: key, nonce: nonce, seed: auth.seed)
            throw SignatureDifference.error(
                "\(number): auth.tranKey", found: auth.tranKey, expected: expected.tranKey,
                hint: "hashed are the decoded nonce, the seed as sent and the secret")
        }
    }
}
