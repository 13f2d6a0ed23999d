import APIClient
import BiometricPixFlow
import Sandbox
import SoftAuthenticator
import Synchronization
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// The provider's app on a phone: the SDK over the sandbox's API, by HTTP like every app.
final class PhoneApp: Sendable {
    /// How long a page waits for the bank; then the person asks again.
    private static let polling = Polling(interval: .milliseconds(250), timeout: .seconds(5))

    private enum Flow: Sendable {
        case enrollment(EnrollmentFlow)
        case payment(PaymentFlow)
    }

    let sdk: BiometricPixSDK
    /// For the relying parties of other banks, whose origin is `https://` and the RP ID.
    private let otherSDK: BiometricPixSDK
    let pix: PixClient
    private let journal: PhoneJournal
    private let flow = Mutex<Flow?>(nil)

    /// - Throws: `PhoneProblem` if the sandbox no longer has the phone's key.
    init(
        _ session: PhoneSession, _ phone: Phone, _ storage: any CredentialStorage, _ log: PhoneLog, _ place: PhonePlace
    ) throws {
        guard let key = place.keys.first(where: { $0.id == phone.tenant }),
            let server = ServerURL(place.engine.localURL)
        else { throw PhoneProblem("authentication_failed", phone.tenant, .phoneAdviceKey) }
        pix = PixClient(server: server, key: PixClient.Key(id: key.id, secret: key.secret), transport: log)
        var connection = PixConnection(client: pix)
        connection.polling = Self.polling
        connection.platform = phone.platform
        connection.riskSignals = { try phone.riskSignals(accountTenure: $0) }
        let profile = phone.profile.flatMap { AuthenticatorProfile(name: $0) } ?? .ios
        let authenticator = SoftAuthenticator(profile: profile, storage: storage)
        sdk = BiometricPixSDK(
            connection: connection, authenticator: authenticator, interaction: session.sheet,
            device: try phone.root(), origin: place.origin)
        otherSDK = BiometricPixSDK(
            authenticator: authenticator, interaction: session.sheet, device: try phone.root())
        journal = PhoneJournal(session: session)
    }

    /// The SDK for options of any backend.
    func sdk(for rpID: String?) -> BiometricPixSDK { rpID == "localhost" ? sdk : otherSDK }

    func forgetFlow() { flow.withLock { $0 = nil } }

    // MARK: Flows

    func beginEnrollment(_ request: EnrollmentRequest) async throws -> EnrollmentFlow {
        let begun = try await sdk.enrollmentFlow(request, journal: journal)
        flow.withLock { $0 = .enrollment(begun) }
        return begun
    }

    func beginPayment(_ request: PaymentRequest) async throws -> PaymentFlow {
        let begun = try await sdk.paymentFlow(request, journal: journal)
        flow.withLock { $0 = .payment(begun) }
        return begun
    }

    /// The enrollment under way, also after a restart.
    func enrollment() async throws -> EnrollmentFlow {
        if case .enrollment(let flow)? = flow.withLock({ $0 }) { return flow }
        guard let resumed = try await sdk.resumeEnrollment(journal: journal) else { throw PixFlowError.isFinished }
        flow.withLock { $0 = .enrollment(resumed) }
        return resumed
    }

    /// The payment under way, also after a restart.
    func payment() async throws -> PaymentFlow {
        if case .payment(let flow)? = flow.withLock({ $0 }) { return flow }
        guard let resumed = try await sdk.resumePayment(journal: journal) else { throw PixFlowError.isFinished }
        flow.withLock { $0 = .payment(resumed) }
        return resumed
    }
}
