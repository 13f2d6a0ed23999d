import RiskSignals
import ToqueEncoding

/// What a phone tells about itself in its risk signals.
enum PhonePreset: String, JSONChoice {
    /// A phone without anything suspicious.
    case phone
    /// This browser, as far as JavaScript knows it.
    case browser
    /// A phone whose owner has become root.
    case rooted
    /// A phone that is an emulator.
    case emulated
    /// A phone that has no position.
    case noLocation = "no-location"

    /// Changes to the signals of a phone.
    var overrides: [String] {
        switch self {
        case .phone, .browser: []
        case .rooted: ["isRootedDevice=true"]
        case .emulated: ["isEmulated=true", "isDevModeEnabled=true"]
        case .noLocation: ["geolocation=null", "isMockGPS=null"]
        }
    }
}

extension Phone {
    /// True for `field=value` with a signal that a browser may tell.
    static func isFact(_ text: String) -> Bool {
        text.utf8.count <= 100 && factNames.contains { text.hasPrefix("\($0)=") }
    }

    private static let factNames = [
        "osVersion", "userTimeZoneOffset", "language", "screenDimensions.height", "screenDimensions.width",
        "geolocation.latitude", "geolocation.longitude", "geolocation.type", "isCharging",
    ]

    /// Declared to the bank.
    var platform: DevicePlatform {
        if profile == nil || preset == .browser { return .browser }
        switch profile {
        case "ios": return .ios
        case "android": return .android
        default: return .crossPlatform
        }
    }

    /// The device's facts.
    func root() throws(RiskSignalsError) -> DeviceRoot {
        try DeviceRoot(fixture: .handset, machineID: Hex.decode(machineID))
    }

    /// The risk signals, with the preset's changes.
    /// - Parameter accountTenure: `yyyy-MM-dd`.
    func riskSignals(accountTenure: String) throws -> RiskSignals {
        let collected = try RiskSignalsCollector(root: try root())
            .collect(accountTenure: accountTenure, permission: isLocationAllowed)
        // The browser was asked too, and its position replaces the phone's.
        var changes = preset.overrides
        if preset == .browser { changes += ["geolocation=null", "isMockGPS=null"] + facts }
        if preset == .browser, facts.contains(where: { $0.hasPrefix("geolocation.") }) {
            changes.append("isMockGPS=false")
        }
        return try collected.applying(changes).signals
    }

    /// The id by which the API lists the phone's enrollments.
    func deviceID() throws -> String { try RiskSignalsCollector(root: try root()).deviceID() }
}
