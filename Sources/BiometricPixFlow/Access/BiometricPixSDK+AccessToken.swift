import APIClient
import BiometricPixSDK
import FoundationEssentials
import PixAPI
import ToqueWebAuthn
import WebAuthnClient

extension BiometricPixSDK {
    /// One for the process, so that an app which makes an SDK now and then has one set of connections; it ends with the
    /// process.
    private static let transport = AsyncHTTPTransport()

    /// An SDK that calls the provider's API itself.
    /// - Parameters:
    ///   - accessToken: made by the merchant's server (`POST /payments/api/widget-token/`), and kept out of every
    ///     description and error.
    ///   - server: the base of the API; nil means the one that `TOQUE_SERVER` names. Where there is neither, calls
    ///     throw a ``BelvoApiException``: there is no default, as nothing should reach a bank by accident.
    public convenience init(accessToken: String, server: ServerURL? = nil) {
        let server = server ?? ProcessInfo.processInfo.environment["TOQUE_SERVER"].flatMap { ServerURL($0) }
        self.init(
            connection: server.map {
                PixConnection(accessToken: accessToken, server: $0, transport: Self.transport)
            })
    }

    /// An SDK that calls the provider's API over a given connection. The other parameters are those of an SDK that
    /// talks to no server.
    public convenience init(
        connection: PixConnection?, authenticator: (any Authenticator)? = nil,
        interaction: (any UserInteraction)? = nil, device: DeviceRoot = .machine, origin: Origin? = nil,
        clock: any Clock<Duration> = ContinuousClock(), askPermission: (@Sendable () -> Bool)? = nil
    ) {
        self.init(
            carrying: connection, authenticator: authenticator, interaction: interaction, device: device,
            origin: origin, clock: clock, askPermission: askPermission)
    }

    /// - Throws: ``BelvoApiException`` where the SDK was made without one.
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
