import LoadMeasurement
import PixAPI
import SoftAuthenticator
import ToqueCrypto
import ToqueEncoding
import WebAuthnClient

/// What all users of a fleet share: the journey file's choices, made ready.
struct FleetPlan: Sendable {
    let file: JourneyFile
    let target: FleetServer
    let network: FleetNetwork
    let unexpected: UnexpectedAnswers
    let seed: FleetSeed
    let rsaKeys: RSAKeys
    /// What devices keep between runs; nil for nothing.
    let store: FleetStore?
    let journeys: [(journey: Journey, weight: Double)]
    /// Every kind of journey at the target.
    let kinds: [JourneyKind: Journey]
    /// Of every request to the target.
    let headers: [(name: String, value: String)]
    /// The same with the key of the Biometric Pix API.
    let pixHeaders: [(name: String, value: String)]
    /// The key of the provider's API.
    let key: FleetKey
    /// What no kept answer may show.
    let secrets: [String]

    func journey(_ kind: JourneyKind) -> Journey { kinds[kind] ?? Journey(kind, of: file) }

    var pix: PixObjects { file.pix }
    var origin: Origin? { file.origin }
    var pollInterval: Duration { file.pollInterval }
    var pollTimeout: Duration { file.pollTimeout }
    var profile: AuthenticatorProfile { file.profile }
}

extension JourneyRun {
    /// The request with the target's headers, and with the key of the Biometric Pix API.
    /// - Parameter kind: the beginning of the names of scenarios that the created object can play; nil if the request
    ///   creates none.
    func request(_ request: FleetRequest, scenarioOf kind: String? = nil) -> FleetRequest {
        let request = request.with(plan.pixHeaders)
        guard let kind, let scenario, scenario.hasPrefix("\(kind).") || !scenario.contains(".") else { return request }
        return playing(scenario, request)
    }

    /// The request with the header that asks for a scenario.
    func playing(_ scenario: String, _ request: FleetRequest) -> FleetRequest {
        isPlaying = true
        return request.with([(Self.scenarioHeader, scenario)])
    }
}

/// The key of a provider's API. Its description hides the secret.
public struct FleetKey: Sendable, Hashable, CustomStringConvertible {
    public let id: String
    public let secret: String
    /// The content of a header with both (RFC 7617).
    let basic: String

    /// - Parameters:
    ///   - id: the public part, such as a login, a project or a public key.
    ///   - secret: the other part.
    public init(id: String, secret: String) {
        (self.id, self.secret) = (id, secret)
        basic = "Basic \(Base64.encode("\(id):\(secret)".utf8))"
    }

    public var description: String { id }

    var secrets: [String] { [secret, basic] }
}

/// The sandbox's objects that journeys use.
public struct PixObjects: Sendable, Hashable {
    public var customer = "20000000-0000-4000-8000-000000000001"
    public var institution = "10000000-0000-4000-8000-000000000001"
    public var beneficiary = "30000000-0000-4000-8000-000000000001"
    /// Of payments, each as likely as the others. Some amounts choose a scenario of the sandbox.
    public var amounts = ["10.50"].compactMap(Amount.init)
    public var callbackURL = "https://merchant.example/enrolled"
}
