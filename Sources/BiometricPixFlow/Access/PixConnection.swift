import APIClient
import PixAPI
import RiskSignals
import ToqueCrypto
import ToqueEncoding

/// An SDK's access to the provider's API, with the other inputs of a flow.
public struct PixConnection: Sendable {
    public var client: PixClient
    /// The device class declared to the bank; `ios` and `android` require signals that a Linux machine may lack.
    public var platform = DevicePlatform.crossPlatform
    /// The polling of results.
    public var polling = Polling()
    /// The clock for polling.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// The time of day, for errors about expired access tokens.
    public var now: @Sendable () -> Timestamp = Timestamp.now
    /// The source of a flow's `external_id`.
    public var random: any RandomSource = SystemRandom()
    /// Replaces the SDK as the source of risk signals for an account tenure (`yyyy-MM-dd`); may block.
    public var riskSignals: (@Sendable (_ accountTenure: String) throws -> RiskSignals)?
    var token: TokenRepository?

    public init(client: PixClient) { self.client = client }

    /// - Parameters:
    ///   - accessToken: created by the merchant's server (`POST /payments/api/widget-token/`).
    ///   - server: the base URL of the API.
    ///   - transport: its owner shuts it down.
    public init(accessToken: String, server: ServerURL, transport: any HTTPTransport) {
        self.init(client: PixClient(server: server, authorization: .accessToken(accessToken), transport: transport))
        token = TokenRepository(accessToken: accessToken)
    }
}
