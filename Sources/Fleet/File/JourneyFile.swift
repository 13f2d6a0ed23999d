import APIClient
import SoftAuthenticator
import ToqueEncoding
import WebAuthnClient

/// What a load test's users do, and where: read from a file, or the defaults.
public struct JourneyFile: Sendable {
    /// The base of all requests; nil if the caller must name it.
    public var target: ServerURL?
    /// nil for a new one in each run.
    public var seed: String?
    /// The number of devices; nil for the caller's choice.
    public var deviceCount: Int?
    public var profile = AuthenticatorProfile.ios
    /// Of pages and apps in client data; nil means `https://` and the RP ID.
    public var origin: Origin?
    /// The time limit of a request.
    public var timeout = Duration.seconds(30)
    public var pollInterval = Duration.milliseconds(500)
    public var pollTimeout = Duration.seconds(60)
    /// With at least one weight above 0.
    public var journeys: [(kind: JourneyKind, weight: Double)] = [(.enrollAndPay, 1)]
    public var think = ThinkTime.none
    /// Shares of a user's journeys, together at most 1.
    public var faults: [(fault: DeviceFault, share: Double)] = []
    /// Shares of a user's journeys, together at most 1.
    public var scenarios: [(name: String, share: Double)] = []
    public var pix = PixObjects()
    /// Sent with every request to the target.
    public var headers: [(name: String, value: HeaderValue)] = []
    /// The user's own backend; nil for the sandbox.
    public var routes: RouteMap?
    /// What `browse` requests, beside or instead of the sandbox's lists.
    public var browse: [BackendRoute] = []

    /// The value of a header.
    public enum HeaderValue: Sendable, Hashable {
        case text(String)
        /// A variable of the environment, for secrets.
        case environment(String)
    }

    /// The defaults: enrollments with payments at the sandbox.
    public init() {}

    /// The key that `toque simulate` has by default, for the provider of the journeys.
    var sandboxKey: FleetKey {
        for (kind, weight) in journeys where weight > 0 {
            if case .checkout(let provider) = kind { return provider.sandboxKey }
        }
        return FleetKey(id: "sandbox", secret: "sandbox")
    }
}
