import APIClient
import BiometricPixSDK
import FoundationEssentials
import PixAPI
import ToqueWebAuthn
import WebAuthnClient

extension BiometricPixSDK {
    /// One for the process, which ends with it, so that an app with several SDKs has one set of connections.
    private static let transport = AsyncHTTPTransport()

    /// Creates an SDK that calls the provider's API itself.
    /// - Parameters:
    ///   - accessToken: created by the merchant's server (`POST /payments/api/widget-token/`); never part of
    ///     descriptions or errors.
    ///   - server: the base URL of the API; nil for `TOQUE_SERVER`. Without either, calls throw a
    ///     ``BelvoApiException``: there is no default, so that nothing reaches a bank by accident.
    public convenience init(accessToken: String, server: ServerURL? = nil) {
        let server = server ?? ProcessInfo.processInfo.environment["TOQUE_SERVER"].flatMap { ServerURL($0) }
        self.init(
            connection: server.map {
                PixConnection(accessToken: accessToken, server: $0, transport: Self.transport)
            })
    }

    /// Creates an SDK that calls the provider's API over a given connection. The other parameters are those of an SDK
    /// without a server.
    public convenience init(
        connection: PixConnection?, authenticator: (any Authenticator)? = nil,
        interaction: (any UserInteraction)? = nil, device: DeviceRoot = .machine, origin: Origin? = nil,
        clock: any Clock<Duration> = ContinuousClock(), askPermission: (@Sendable () -> Bool)? = nil
    ) {
        self.init(
            carrying: connection, authenticator: authenticator, interaction: interaction, device: device,
            origin: origin, clock: clock, askPermission: askPermission)
    }

    /// - Throws: ``BelvoApiException`` if the SDK was created without one.
    var pixConnection: PixConnection {
        get throws {
            guard let connection = connection as? PixConnection else {
                throw BelvoApiException(
                    statusCode: 0,
                    message:
                        "this SDK is connected to no server: make it by BiometricPixSDK(accessToken:server:), or set "
                        + "TOQUE_SERVER")
            }
            return connection
        }
    }
}
