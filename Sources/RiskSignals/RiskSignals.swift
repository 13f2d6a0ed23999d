/// A device's statements about itself at enrollment and payment: the body `RiskSignals` of Open Finance Brasil's
/// enrollments API 2.1.0, with the provider SDK's member names and types.
public struct RiskSignals: Sendable, Equatable {
    /// Identifies the combination of user, application and device.
    public var deviceId: String
    /// True if this process has the machine's full privileges.
    public var isRootedDevice: Bool?
    /// 0 to 255.
    public var screenBrightness: Int32?
    /// Milliseconds since boot, including sleep.
    public var elapsedTimeSinceBoot: Int64?
    public var osVersion: String
    /// `±hh` or `±hh:mm`.
    public var userTimeZoneOffset: String
    /// Two letters (ISO 639-1).
    public var language: String
    /// The application's area in pixels; 0 by 0 without a display.
    public var screenDimensions: ScreenDimensions
    public var geolocation: Geolocation?
    /// The day on which the person became a customer of the initiator, `yyyy-MM-dd`.
    public var accountTenure: String
    public var isCallInProgress: Bool?
    public var isDevModeEnabled: Bool?
    /// Compulsory if `geolocation.type` is COARSE or FINE.
    public var isMockGPS: Bool?
    /// True on a virtual machine; false in a container on a real one.
    public var isEmulated: Bool?
    public var isMonkeyRunner: Bool?
    public var isCharging: Bool?
    public var antennaInformation: String?
    /// True if this machine is connected to another one as its USB device.
    public var isUsbConnected: Bool?
    public var integrity: Integrity?

    /// The arguments are in the order of the provider SDK's constructor.
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

/// The position of the device.
public struct Geolocation: Sendable, Equatable {
    /// The method that determined the position.
    public enum Kind: String, Sendable, CaseIterable {
        /// From nearby Wi-Fi networks or cells.
        case coarse = "COARSE"
        /// From satellites, 100 m or better.
        case fine = "FINE"
        /// From the IP address.
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

    /// The device is unevaluated: the only truthful value on Linux, which has no such service.
    public static let unevaluated = Integrity(appRecognitionVerdict: "UNEVALUATED", deviceRecognitionVerdict: [])
}
