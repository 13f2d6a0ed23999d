import ToqueEncoding

/// Reads a device's risk signals. Every value comes from the device; a missing value is omitted or replaced by its
/// documented default.
public struct RiskSignalsCollector: Sendable {
    /// Policies of collection.
    public struct Options: Sendable {
        /// Makes isRootedDevice also true for a user who can become root.
        public var isRootCheckStrict = false
        /// Reads isMonkeyRunner; otherwise it is absent.
        public var checksSyntheticInput = false
        /// The value without a display. Zeros do not pretend that there is one.
        public var noScreen = ScreenDimensions(height: 0, width: 0)
        /// 16 bytes that identify the application in the device ID. Merchants whose IDs must not be matched with each
        /// other's need one each.
        public var applicationID = RiskSignalsCollector.applicationID
        /// The application's name for GeoClue's agent.
        public var desktopID = "toque"
        /// The maximum wait for a first position.
        public var positionTimeout: Duration = .seconds(10)

        public init() {}
    }

    /// Toque's own ID, drawn at random and never changed.
    public static let applicationID: [UInt8] = [
        0xC2, 0x73, 0x27, 0x73, 0x23, 0xDB, 0x45, 0x4E, 0xA6, 0x3B, 0xB9, 0x6E, 0x79, 0xB5, 0x3E, 0x97,
    ]

    private let root: DeviceRoot
    private let options: Options

    public init(root: DeviceRoot, options: Options = Options()) {
        self.root = root
        self.options = options
    }

    /// Reads only `deviceId`, which requires neither permission nor account.
    /// - Throws: `stateNotKept` or `damagedState` if the machine has no ID of its own.
    public func deviceID() throws(RiskSignalsError) -> String {
        try DeviceIdentifier.read(from: root, applicationID: options.applicationID).value
    }

    /// Reads all signals. Blocks meanwhile; with permission, also while it waits for a position.
    /// - Parameters:
    ///   - accountTenure: `yyyy-MM-dd`, the day on which the person became a customer; not from the machine.
    ///   - permission: allows reading location, cell and call facts. Without it, D-Bus is not used.
    /// - Throws: one of the accountTenure errors; on a machine without an ID also `stateNotKept` or `damagedState`.
    public func collect(
        accountTenure: String, permission: Bool
    ) throws(RiskSignalsError) -> CollectedRiskSignals {
        let now = root.clock.now().flooredDivision(by: 1_000_000_000).quotient
        let offset = LocalTime.offset(of: root, at: now)
        try AccountTenure.validate(accountTenure, now: now, offset: offset.value)

        let deviceID = try DeviceIdentifier.read(from: root, applicationID: options.applicationID)
        let rooted = Privileges.read(from: root, strict: options.isRootCheckStrict)
        let brightness = Backlight.read(from: root.files)
        let uptime = Uptime.read(from: root)
        let system = OperatingSystem.read(from: root.files)
        let language = Language.read(from: root)
        let screen = Screen.read(from: root, none: options.noScreen)
        let telephony = Telephony.read(from: root, permission: permission)
        let position = Position.read(
            from: root, permission: permission, hasModem: telephony.hasModem, options: options)
        let developerMode = Observation.developerMode(root)
        let emulated = Virtualization.read(from: root)
        let syntheticInput = Observation.syntheticInput(root, isWanted: options.checksSyntheticInput)
        let charging = Battery.read(from: root.files)
        let usb = USBDevice.read(from: root.files)

        let signals = RiskSignals(
            deviceId: deviceID.value,
            isRootedDevice: rooted.value,
            screenBrightness: brightness.value,
            elapsedTimeSinceBoot: uptime.value,
            osVersion: system.value,
            userTimeZoneOffset: LocalTime.text(ofOffset: offset.value),
            language: language.value,
            screenDimensions: screen.value,
            geolocation: position.geolocation.value,
            accountTenure: accountTenure,
            isCallInProgress: telephony.isCallInProgress.value,
            isDevModeEnabled: developerMode.value,
            isMockGPS: position.isMock.value,
            isEmulated: emulated.value,
            isMonkeyRunner: syntheticInput.value,
            isCharging: charging.value,
            antennaInformation: telephony.antennaInformation.value,
            isUsbConnected: usb.value,
            integrity: .unevaluated)
        let sources = [
            ("deviceId", deviceID.source), ("isRootedDevice", rooted.source), ("screenBrightness", brightness.source),
            ("elapsedTimeSinceBoot", uptime.source), ("osVersion", system.source),
            ("userTimeZoneOffset", offset.source), ("language", language.source),
            ("screenDimensions", screen.source), ("geolocation", position.geolocation.source),
            ("accountTenure", "given"), ("isCallInProgress", telephony.isCallInProgress.source),
            ("isDevModeEnabled", developerMode.source), ("isMockGPS", position.isMock.source),
            ("isEmulated", emulated.source), ("isMonkeyRunner", syntheticInput.source),
            ("isCharging", charging.source), ("antennaInformation", telephony.antennaInformation.source),
            ("isUsbConnected", usb.source), ("integrity", IntegrityEvidence(root).summary),
        ]
        return CollectedRiskSignals(signals: signals, simulated: root.isSimulated, sources: sources)
    }
}
