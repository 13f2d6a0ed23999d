/// The platform that a device declares (enrollments 2.1.0). A native Linux client is CROSS_PLATFORM.
public enum DevicePlatform: String, Sendable, CaseIterable {
    case crossPlatform = "CROSS_PLATFORM"
    case browser = "BROWSER"
    case ios = "IOS"
    case android = "ANDROID"

    /// The platform's compulsory signals that are absent, in the schema's order.
    ///
    /// Always compulsory: deviceId, osVersion, userTimeZoneOffset, language, screenDimensions and accountTenure. Their
    /// texts must not be empty. On a phone also isRootedDevice, screenBrightness and elapsedTimeSinceBoot. With a
    /// geolocation of type COARSE or FINE also isMockGPS.
    public func missingSignals(in signals: RiskSignals) -> [String] {
        let phone = self == .ios || self == .android
        let needsMockGPS = signals.geolocation?.type == .coarse || signals.geolocation?.type == .fine
        let absent: [(name: String, absent: Bool)] = [
            ("deviceId", signals.deviceId.isEmpty),
            ("isRootedDevice", phone && signals.isRootedDevice == nil),
            ("screenBrightness", phone && signals.screenBrightness == nil),
            ("elapsedTimeSinceBoot", phone && signals.elapsedTimeSinceBoot == nil),
            ("osVersion", signals.osVersion.isEmpty),
            ("userTimeZoneOffset", signals.userTimeZoneOffset.isEmpty),
            ("language", signals.language.isEmpty),
            ("accountTenure", signals.accountTenure.isEmpty),
            ("isMockGPS", needsMockGPS && signals.isMockGPS == nil),
        ]
        return absent.filter(\.absent).map(\.name)
    }

    /// Throws `RiskSignalsError.missingSignals` if a compulsory signal is absent.
    public func require(_ signals: RiskSignals) throws(RiskSignalsError) {
        let names = missingSignals(in: signals)
        guard names.isEmpty else { throw .missingSignals(platform: self, names: names) }
    }
}
