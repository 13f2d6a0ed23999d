// With this import alone, the guide's calls can name RiskSignals.
@_exported import RiskSignals
import CredentialStore
import Dispatch
import FoundationEssentials
import ToqueWebAuthn
import WebAuthnClient

/// The provider's phone SDK for Biometric Pix, on Linux: risk signals, registration and signing, with the names in its
/// guide. It contacts no server by itself: the app sends its results, or imports `BiometricPixFlow`, which does.
public final class BiometricPixSDK: Sendable {
    let authenticator: any Authenticator
    let interaction: any UserInteraction
    let clock: any Clock<Duration>
    let origin: Origin?
    let device: DeviceRoot
    let askPermission: (@Sendable () -> Bool)?
    /// The data of `BiometricPixFlow` for an SDK that it connects to the provider's API; this target uses no network.
    package let connection: (any Sendable)?
    let ceremonies = OngoingCeremonies()
    /// Callbacks run here, one after another.
    let callbacks = DispatchQueue(label: "biometric-pix.callbacks")
    /// Reading the device and asking for permission block.
    let blocking = DispatchQueue(label: "biometric-pix.device")

    /// - Parameters:
    ///   - authenticator: creates credentials and signs; nil for a software authenticator with profile `ios`, whose
    ///     credentials are in `$XDG_DATA_HOME/toque`.
    ///   - interaction: asks the person for touch, biometrics or a PIN; nil for the gestures in `TOQUE_GESTURE`, and an
    ///     error if there are none.
    ///   - device: the source of risk signals, where the permission is also stored.
    ///   - origin: the caller; nil for `https://` and the RP ID, as on iOS. An Android app's is
    ///     `android:apk-key-hash:...`.
    ///   - clock: measures the ceremonies' timeouts.
    ///   - askPermission: asks the person, once, for permission to read location, cell and call data; may block. nil if
    ///     there is no one to ask, which counts as no and is not stored.
    public convenience init(
        authenticator: (any Authenticator)? = nil, interaction: (any UserInteraction)? = nil,
        device: DeviceRoot = .machine, origin: Origin? = nil, clock: any Clock<Duration> = ContinuousClock(),
        askPermission: (@Sendable () -> Bool)? = nil
    ) {
        self.init(
            carrying: nil, authenticator: authenticator, interaction: interaction, device: device, origin: origin,
            clock: clock, askPermission: askPermission)
    }

    package init(
        carrying connection: (any Sendable)?, authenticator: (any Authenticator)?, interaction: (any UserInteraction)?,
        device: DeviceRoot, origin: Origin?, clock: any Clock<Duration>, askPermission: (@Sendable () -> Bool)?
    ) {
        self.connection = connection
        self.authenticator = authenticator ?? DefaultAuthenticator.ofProcess
        self.interaction =
            interaction
            ?? EnvironmentInteraction(environment: ProcessInfo.processInfo.environment, owner: "BiometricPixSDK")
        self.device = device
        self.origin = origin
        self.clock = clock
        self.askPermission = askPermission
    }

    /// Cancels the ceremonies in progress that have callbacks. Each callback is still called, with an AbortError unless
    /// another result came first.
    public func cleanup() { ceremonies.cancelAll() }
}
