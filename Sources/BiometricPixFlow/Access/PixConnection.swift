import APIClient
import PixAPI
import RiskSignals
import ToqueCrypto
import ToqueEncoding

/// The way from an SDK to the provider's API, and what a flow needs besides.
public struct PixConnection: Sendable {
    public var client: PixClient
    /// The device class that is declared to the bank; `ios` and `android` make signals compulsory that a Linux machine
    /// may lack.
    public var platform = DevicePlatform.crossPlatform
    /// How results are waited for.
    public var polling = Polling()
    /// Measures the polling.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Tells the time of day, for what is said about an access token that has ended.
    public var now: @Sendable () -> Timestamp = Timestamp.now
    /// Where the `external_id` of a flow comes from.
    public var random: any RandomSource = SystemRandom()
    /// Makes the risk signals of an account tenure (`yyyy-MM-dd`) in place of the SDK; blocking is allowed.
    public var riskSignals: (@Sendable (_ accountTenure: String) throws -> RiskSignals)?
    var token: TokenRepository?

    public init(client: PixClient) { self.client = client }

    /// - Parameters:
    ///   - accessToken: made by the merchant's server (`POST /payments/api/widget-token/`).
    ///   - server: the base of the API.
    ///   - transport: its owner shuts it down.
    public init(accessToken: String, server: ServerURL, transport: any HTTPTransport) {
        self.init(client: PixClient(server: server, authorization: .accessToken(accessToken), transport: transport))
        token = TokenRepository(accessToken: accessToken)
    }
}
