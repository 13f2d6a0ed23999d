// The guide's calls name RiskSignals with this module imported alone.
@_exported import RiskSignals
import CredentialStore
import Dispatch
import FoundationEssentials
import ToqueWebAuthn
import WebAuthnClient

/// The interface of the provider's phone SDK for Biometric Pix, on Linux: risk signals, registration and signing,
/// under the names that its guide gives them. By itself it talks to no server: the app carries what it returns to one,
/// or imports `BiometricPixFlow`, which does.
public final class BiometricPixSDK: Sendable {
    let authenticator: any Authenticator
    let interaction: any UserInteraction
    let clock: any Clock<Duration>
    let origin: Origin?
    let device: DeviceRoot
    let askPermission: (@Sendable () -> Bool)?
    /// What `BiometricPixFlow` keeps with an SDK that it connects to the provider's API; this target knows of no
    /// network.
    package let connection: (any Sendable)?
    let ceremonies = OngoingCeremonies()
    /// Callbacks are called here, one after the other.
    let callbacks = DispatchQueue(label: "biometric-pix.callbacks")
    /// Reading the device and asking for permission block.
    let blocking = DispatchQueue(label: "biometric-pix.device")

    /// - Parameters:
    ///   - authenticator: makes the credentials and signs; nil means one in software, profile `ios`, whose
    ///     credentials are kept under `$XDG_DATA_HOME/toque`.
    ///   - interaction: asks the person for touch, biometrics or a PIN; nil means the gestures that `TOQUE_GESTURE`
    ///     lists, and an error where it lists none.
    ///   - device: what risk signals are read from, and where the permission is remembered.
    ///   - origin: who calls; nil means `https://` and the RP ID, as on iOS. An Android app's is
    ///     `android:apk-key-hash:...`.
    ///   - clock: measures the ceremonies' timeouts.
    ///   - askPermission: asks the person, once, whether location, cell and call facts may be read, and may block;
    ///     nil where nobody can be asked, which counts as no and is not remembered.
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

    /// Ends the ceremonies that were started with a callback and are under way. Each one still gets its callback,
    /// with an AbortError where nothing else came first.
    public func cleanup() { ceremonies.cancelAll() }
}
