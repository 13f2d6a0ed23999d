import Glibc
import BiometricPixFlow
import SoftAuthenticator
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

/// An app on a device: the state that outlives its processes, and the settings of each process.
struct App {
    static let cpf = "12345678909"
    static let tenure = "2024-01-31"
    static let callbackURL = "https://loja.example/volta"

    let credentials = MemoryCredentialStore()
    let provider: any HTTPTransport
    let server: ServerURL
    let fate = Fate()
    var authorization = PixClient.Authorization.accessToken("t.o.k")

    init(_ provider: any HTTPTransport, url: String = "http://127.0.0.1:8420") throws {
        self.provider = provider
        server = try #require(ServerURL(url))
    }

    /// The SDK of a new process.
    func sdk(random seed: String = "seed", gesture: UserGesture = .approve) throws -> BiometricPixSDK {
        var connection = PixConnection(
            client: PixClient(
                server: server, authorization: authorization,
                transport: MortalTransport(transport: provider, fate: fate)))
        connection.clock = LeapingClock()
        connection.random = SeededRandom(seed: seed)
        return BiometricPixSDK(
            connection: connection, authenticator: SoftAuthenticator(profile: .ios, storage: credentials),
            interaction: ScriptedInteraction(gesture), device: try DeviceRoot(fixture: .laptop))
    }

    func enrollmentRequest() throws -> EnrollmentRequest {
        try EnrollmentRequest(
            cpf: Self.cpf, institution: StubProvider.institution, accountTenure: Self.tenure,
            callbackUrl: Self.callbackURL)
    }

    func paymentRequest(enrollment: String, amount: String = "0.13") throws -> PaymentRequest {
        PaymentRequest(
            payload: CreatePaymentIntentRequest(
                amount: try #require(Amount(amount)), customer: .id(StubProvider.customer), description: "Pedido 1",
                statementDescription: "LOJA",
                method: PaymentMethodDetails(
                    beneficiaryBankAccount: StubProvider.account, enrollment: enrollment)),
            accountTenure: Self.tenure)
    }

    /// Runs the body as a process that may die: in its own task, which its death cancels.
    func process<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await Task { try await body() }.value
    }
}

/// A journal in a folder that is removed with the value.
final class JournalFile: Sendable {
    let folder: String
    var path: String { "\(folder)/flow.json" }

    init() throws {
        var template = Array("/tmp/toque-flow-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Fate.Death() }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in ["flow.json", "flow.json.new", "flow.json.lock"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}
