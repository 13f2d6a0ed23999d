import NIOCore
import NIOHTTP1
import NIOPosix
import RelyingParty
import Synchronization
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// A payer's page over HTTP. It stores the payer's passkey and verifies the answers.
final class PageServer: Sendable {
    /// An attacker's changes to the exchange.
    enum Tampering: Sendable, CaseIterable { case payee, amount, currency, reference, object, chance, challenge }

    private struct State {
        var tampering: Tampering?
        var takesPress = false
        var credential: StoredCredential?
        var visits = 0
        var isOver = false
        var decisions: [JSON] = []
    }

    private static let payment = [
        "payee": "Loja Exemplo", "amount": "19.99", "currency": "USD", "reference": "ord-42", "object": "p-1",
    ]

    private let state = Mutex(State())
    private let channel: any Channel
    private let handler: Handler

    /// The URL of its page, as in a payment.
    let url: String

    private init(channel: any Channel, handler: Handler, port: Int) {
        self.channel = channel
        self.handler = handler
        url = "http://localhost:\(port)/pix/AA"
    }

    /// Runs the server while the body runs.
    static func with<Result>(_ body: (PageServer) async throws -> Result) async throws -> Result {
        let handler = Handler()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Exchange(handler))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = PageServer(channel: channel, handler: handler, port: channel.localAddress?.port ?? 0)
        handler.server.withLock { $0 = server }
        defer { handler.server.withLock { $0 = nil } }
        do {
            let result = try await body(server)
            try await channel.close()
            return result
        } catch {
            try? await channel.close()
            throw error
        }
    }

    func tamper(_ tampering: Tampering?) { state.withLock { $0.tampering = tampering } }
    func takePress() { state.withLock { $0.takesPress = true } }
    /// Replaces the passkey with another person's.
    func mistakePayer() { state.withLock { $0.credential?.userHandle = Array("rui".utf8) } }
    func end() { state.withLock { $0.isOver = true } }
    var decisions: [JSON] { state.withLock { $0.decisions } }
    var hasPasskey: Bool { state.withLock { $0.credential != nil } }

    // MARK: The page

    private var origin: String { String(url.dropLast("/pix/AA".count)) }

    private func options(_ state: State) -> (PublicKeyCredentialCreationOptions, PublicKeyCredentialRequestOptions) {
        var signed = Self.payment
        signed["chance"] = chance(state)
        let text = "{" + signed.sorted { $0.key < $1.key }.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
        let creation = PublicKeyCredentialCreationOptions(
            rp: PublicKeyCredentialRPEntity(id: "localhost", name: "Banco Exemplo"),
            user: PublicKeyCredentialUserEntity(id: Array("ana".utf8), name: "ana", displayName: "Ana Exemplo"),
            challenge: Digest.sha256("registration \(state.visits)"), pubKeyCredParams: [.es256])
        let request = PublicKeyCredentialRequestOptions(
            challenge: Digest.sha256(text), rpID: "localhost",
            allowCredentials: state.credential.map { [PublicKeyCredentialDescriptor(id: $0.id)] } ?? [],
            userVerification: .required)
        return (creation, request)
    }

    private func chance(_ state: State) -> String {
        Base64URL.encode(Digest.sha256("chance \(state.visits)").prefix(16))
    }

    fileprivate func answer(_ method: HTTPMethod, _ path: String, _ body: [UInt8]) throws -> (Int, JSON) {
        guard path == "/pix/AA" else { return (404, [["code": "not_found"]]) }
        return try state.withLock { state in
            if state.isOver { return (410, ["error": ["code": "expired"]]) }
            if method == .POST { return (200, try decide(JSON(parsing: body), &state)) }
            state.visits += 1
            let (creation, request) = options(state)
            var page = JSONObject()
            for (name, value) in Self.payment { page[name] = .string(value) }
            page["chance"] = .string(chance(state))
            page["expires_at"] = "2026-01-31T12:00:00.000000Z"
            if !state.takesPress {
                page["authentication"] = request.json
                if state.credential == nil { page["registration"] = creation.json }
            }
            switch state.tampering {
            case .payee: page["payee"] = "Loja Falsa"
            case .amount: page["amount"] = "1.99"
            case .currency: page["currency"] = "JPY"
            case .reference: page["reference"] = "ord-43"
            case .object: page["object"] = "p-2"
            case .chance: page["chance"] = "AAAAAAAAAAAAAAAAAAAAAA"
            case .challenge:
                var options = request
                options.challenge = Digest.sha256("another payment")
                page["authentication"] = options.json
            case nil: break
            }
            return (200, .object(page))
        }
    }

    private func decide(_ body: JSON, _ state: inout State) throws -> JSON {
        state.decisions.append(body)
        switch body["decision"]?.stringValue {
        case "approve": break
        case "cancel": return ["outcome": "canceled", "location": "https://loja.example/cancel"]
        default: return ["outcome": "declined", "location": .null]
        }
        guard !state.takesPress else { return ["outcome": "approved", "location": .null] }
        let (creation, request) = options(state)
        let judge = RelyingParty(policy: VerificationPolicy(origins: [origin]))
        if let registration = body["registration"] {
            let verdict = judge.verify(
                RegistrationCeremony(
                    options: creation, rpID: "localhost", response: try RegistrationResponse(json: registration)))
            if let failure = verdict.failure { return Self.refused(failure) }
            state.credential = verdict.value?.credential
        }
        guard let credential = state.credential, let authentication = body["authentication"] else {
            return ["outcome": "refused", "code": "missing"]
        }
        let verdict = judge.verify(
            AuthenticationCeremony(
                options: request, rpID: "localhost", response: try AuthenticationResponse(json: authentication),
                credential: credential))
        if let failure = verdict.failure { return Self.refused(failure) }
        state.credential = verdict.value?.credential
        return ["outcome": "approved", "location": "https://loja.example/return"]
    }

    private static func refused(_ failure: VerificationFailure) -> JSON {
        ["outcome": "refused", "code": .string(failure.code.rawValue), "location": .null]
    }

    /// Passes exchanges on to the server, which is made later.
    private final class Handler: Sendable {
        let server = Mutex<PageServer?>(nil)

        func answer(_ method: HTTPMethod, _ path: String, _ body: [UInt8]) -> (Int, [UInt8]) {
            guard let server = server.withLock({ $0 }) else { return (503, []) }
            do {
                let (status, json) = try server.answer(method, path, body)
                return (status, json.utf8)
            } catch {
                return (400, Array("\(error)".utf8))
            }
        }
    }

    private final class Exchange: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let handler: Handler
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []

        init(_ handler: Handler) { self.handler = handler }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): (self.head, body) = (head, [])
            case .body(let part): body += part.readableBytesView
            case .end:
                guard let head else { return }
                let (status, bytes) = handler.answer(head.method, head.uri, body)
                let headers: HTTPHeaders = ["Content-Length": "\(bytes.count)", "Content-Type": "application/json"]
                context.write(
                    wrapOutboundOut(
                        .head(.init(version: .http1_1, status: .init(statusCode: status), headers: headers))),
                    promise: nil)
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
