/// What a device says about itself when it is enrolled and when it pays: the body `RiskSignals` of Open Finance
/// Brasil's enrollments API 2.1.0, with the provider SDK's member names and types.
public struct RiskSignals: Sendable, Equatable {
    /// Identifies the user, the application and the device together.
    public var deviceId: String
    /// Whether this process has the machine's full privileges.
    public var isRootedDevice: Bool?
    /// 0 to 255.
    public var screenBrightness: Int32?
    /// Milliseconds since the machine was started, time asleep included.
    public var elapsedTimeSinceBoot: Int64?
    public var osVersion: String
    /// `±hh` or `±hh:mm`.
    public var userTimeZoneOffset: String
    /// Two letters of ISO 639-1.
    public var language: String
    /// The area the application occupies, in pixels; 0 by 0 where there is no display.
    public var screenDimensions: ScreenDimensions
    public var geolocation: Geolocation?
    /// `yyyy-MM-dd`: when the person became a customer of the initiator.
    public var accountTenure: String
    public var isCallInProgress: Bool?
    public var isDevModeEnabled: Bool?
    /// Compulsory where `geolocation.type` is COARSE or FINE.
    public var isMockGPS: Bool?
    /// Whether the machine is virtual; a container alone is not.
    public var isEmulated: Bool?
    public var isMonkeyRunner: Bool?
    public var isCharging: Bool?
    public var antennaInformation: String?
    /// Whether this machine is the USB device of another one.
    public var isUsbConnected: Bool?
    public var integrity: Integrity?

    /// The arguments stand in the order of the provider SDK's constructor.
    public init(
        deviceId: String,
        isRootedDevice: Bool?,
        screenBrightness: Int32?,
        elapsedTimeSinceBoot: Int64?,
        osVersion: String,
        userTimeZoneOffset: String,
        language: String,
        screenDimensions: ScreenDimensions,
        geolocation: Geolocation?,
        accountTenure: String,
        isCallInProgress: Bool?,
        isDevModeEnabled: Bool?,
        isMockGPS: Bool?,
        isEmulated: Bool?,
        isMonkeyRunner: Bool?,
        isCharging: Bool?,
        antennaInformation: String?,
        isUsbConnected: Bool?,
        integrity: Integrity?
    ) {
        self.deviceId = deviceId
        self.isRootedDevice = isRootedDevice
        self.screenBrightness = screenBrightness
        self.elapsedTimeSinceBoot = elapsedTimeSinceBoot
        self.osVersion = osVersion
        self.userTimeZoneOffset = userTimeZoneOffset
        self.language = language
        self.screenDimensions = screenDimensions
        self.geolocation = geolocation
        self.accountTenure = accountTenure
        self.isCallInProgress = isCallInProgress
        self.isDevModeEnabled = isDevModeEnabled
        self.isMockGPS = isMockGPS
        self.isEmulated = isEmulated
        self.isMonkeyRunner = isMonkeyRunner
        self.isCharging = isCharging
        self.antennaInformation = antennaInformation
        self.isUsbConnected = isUsbConnected
        self.integrity = integrity
    }
}

/// An area in pixels.
public struct ScreenDimensions: Sendable, Equatable {
    public var height: Int32
    public var width: Int32

    public init(height: Int32, width: Int32) {
        self.height = height
        self.width = width
    }
}

/// Where the device is.
public struct Geolocation: Sendable, Equatable {
    /// How the position was found.
    public enum Kind: String, Sendable, CaseIterable {
        /// From nearby Wi-Fi networks or cells.
        case coarse = "COARSE"
        /// From satellites, 100 m or better.
        case fine = "FINE"
        /// From the network address.
        case inferred = "INFERRED"
    }

    /// Degrees, -90 to 90.
    public var latitude: Double
    /// Degrees, -180 to 180.
    public var longitude: Double
    public var type: Kind?

    public init(latitude: Double, longitude: Double, type: Kind?) {
        self.latitude = latitude
        self.longitude = longitude
        self.type = type
    }
}

/// The verdicts of a mobile platform's integrity service.
public struct Integrity: Sendable, Equatable {
    public var appRecognitionVerdict: String
    public var deviceRecognitionVerdict: [String]

    public init(appRecognitionVerdict: String, deviceRecognitionVerdict: [String]) {
        self.appRecognitionVerdict = appRecognitionVerdict
        self.deviceRecognitionVerdict = deviceRecognitionVerdict
    }

    /// Nobody has judged this device: the only truthful value on Linux, which has no such service.
    public static let unevaluated = Integrity(appRecognitionVerdict: "UNEVALUATED", deviceRecognitionVerdict: [])
}
