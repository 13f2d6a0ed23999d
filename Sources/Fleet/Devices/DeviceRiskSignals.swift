import RiskSignals
import SoftAuthenticator
import ToqueCrypto
import ToqueEncoding

/// Risk signals that a device's secret gives: valid, unsuspicious, and as varied as those of real phones.
struct DeviceRiskSignals {
    let members: JSONObject

    init(secret: [UInt8], profile: AuthenticatorProfile) {
        var random = SplitMix(seed: Array(secret.suffix(8)).leadingNumber)
        let isApple = profile.name == AuthenticatorProfile.ios.name
        let screen = Self.pick(isApple ? Self.appleScreens : Self.otherScreens, &random)
        let city = Self.pick(Self.cities, &random)
        members =
            RiskSignals(
                deviceId: Self.deviceID(secret), isRootedDevice: false,
                screenBrightness: .random(in: 10...255, using: &random),
                elapsedTimeSinceBoot: .random(in: 60_000...2_000_000_000, using: &random),
                osVersion: Self.pick(isApple ? Self.appleVersions : Self.otherVersions, &random),
                userTimeZoneOffset: city.offset, language: Int.random(in: 0..<20, using: &random) == 0 ? "en" : "pt",
                screenDimensions: ScreenDimensions(height: screen.height, width: screen.width),
                geolocation: Geolocation(
                    latitude: Self.near(city.latitude, &random), longitude: Self.near(city.longitude, &random),
                    type: .coarse),
                accountTenure: Self.date(&random), isCallInProgress: false,
                isDevModeEnabled: Int.random(in: 0..<50, using: &random) == 0, isMockGPS: false, isEmulated: false,
                isMonkeyRunner: false, isCharging: .random(using: &random), antennaInformation: nil,
                isUsbConnected: Int.random(in: 0..<20, using: &random) == 0, integrity: nil
            ).members
    }

    private static let appleScreens: [(height: Int32, width: Int32)] = [(2532, 1170), (2556, 1179), (2796, 1290)]
    private static let otherScreens: [(height: Int32, width: Int32)] = [(2400, 1080), (2340, 1080), (1600, 720)]
    private static let appleVersions = ["16.7.8", "17.5.1", "17.6.1", "18.1"]
    private static let otherVersions = ["12", "13", "14", "15"]
    private static let cities: [(latitude: Double, longitude: Double, offset: String)] = [
        (-23.55, -46.63, "-03"), (-22.91, -43.17, "-03"), (-3.12, -60.02, "-04"), (-8.05, -34.88, "-03"),
    ]

    private static func pick<Value>(_ values: [Value], _ random: inout SplitMix) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    /// Within some ten kilometers, with the four decimals of a coarse position.
    private static func near(_ degrees: Double, _ random: inout SplitMix) -> Double {
        ((degrees + .random(in: -0.1...0.1, using: &random)) * 10_000).rounded() / 10_000
    }

    private static func date(_ random: inout SplitMix) -> String {
        let (year, month, day) = (
            Int.random(in: 2016...2024, using: &random), Int.random(in: 1...12, using: &random),
            Int.random(in: 1...28, using: &random)
        )
        return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    /// A UUID of version 8 (RFC 9562 section 5.8).
    private static func deviceID(_ secret: [UInt8]) -> String {
        var bytes = Array(Digest.sha256(Array("device ID".utf8) + secret).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Hex.encode(bytes)
        let starts = [0, 8, 12, 16, 20, 32].map { digits.index(digits.startIndex, offsetBy: $0) }
        return zip(starts, starts.dropFirst()).map { digits[$0..<$1] }.joined(separator: "-")
    }
}
