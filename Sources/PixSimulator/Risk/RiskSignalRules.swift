import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

/// The required risk signals and their types (the regulator's matrix). Their content is recorded, not judged.
enum RiskSignalRules {
    private typealias Check = @Sendable (JSONReader) throws(JSONMemberError) -> Void

    /// A required signal.
    private struct Rule: Sendable {
        let path: [String]
        let expectation: String
        let check: Check
    }

    private static func text(_ name: String) -> Rule {
        Rule(path: [name], expectation: "a string") { (signal) throws(JSONMemberError) in
            if try signal.string().isEmpty { throw signal.mismatch(expected: "a non-empty string") }
        }
    }

    private static func dimension(_ name: String) -> Rule {
        Rule(path: ["screenDimensions", name], expectation: "an integer") { (signal) throws(JSONMemberError) in
            _ = try signal.int()
        }
    }

    private static let always: [Rule] = [
        text("deviceId"), text("osVersion"), text("userTimeZoneOffset"), text("language"), dimension("height"),
        dimension("width"),
        Rule(path: ["accountTenure"], expectation: "a date, yyyy-MM-dd") { (signal) throws(JSONMemberError) in
            guard Timestamp("\(try signal.string())T00:00:00Z") != nil else {
                throw signal.mismatch(expected: "a date, yyyy-MM-dd")
            }
        },
    ]

    private static let ofPhones = ["isRootedDevice", "screenBrightness", "elapsedTimeSinceBoot"]

    /// The types of the other signals, unless they are null.
    static let types: [(signal: String, type: SignalType)] = [
        ("isRootedDevice", .boolean), ("screenBrightness", .number), ("elapsedTimeSinceBoot", .integer),
        ("geolocation", .object), ("isCallInProgress", .boolean), ("isDevModeEnabled", .boolean),
        ("isMockGPS", .boolean), ("isEmulated", .boolean), ("isMonkeyRunner", .boolean), ("isCharging", .boolean),
        ("antennaInformation", .text), ("isUsbConnected", .boolean), ("integrity", .object),
    ]

    enum SignalType: String, Sendable {
        case boolean = "true or false"
        case number = "a number"
        case integer = "an integer"
        case text = "a string"
        case object = "an object"

        /// Reads a signal as this type, to check it.
        fileprivate func check(_ signal: JSONReader) throws(JSONMemberError) {
            switch self {
            case .boolean: _ = try signal.bool()
            case .number: _ = try signal.double()
            case .integer: _ = try signal.int()
            case .text: _ = try signal.string()
            case .object: _ = try signal.object()
            }
        }

        var schema: JSONSchema {
            switch self {
            case .boolean: .boolean
            case .number: JSONSchema(["type": "number"])
            case .integer: .integer(Int(Int64.min)...Int(Int64.max))
            case .text: .text
            case .object: .freeObject
            }
        }
    }

    private static func typed(_ signal: String, _ type: SignalType) -> Rule {
        Rule(path: [signal], expectation: type.rawValue) { (signal) throws(JSONMemberError) in
            try type.check(signal)
        }
    }

    /// - Parameters:
    ///   - platform: nil if the request names none; the phones' signals are then optional.
    ///   - areTyped: true to check the types of optional signals.
    ///   - path: of the object in the request.
    /// - Returns: a refusal for each missing or mistyped signal.
    static func faults(
        in signals: JSONObject, platform: Platform?, areTyped: Bool, path: String
    ) -> [SandboxError] {
        let isPhone = platform == .ios || platform == .android
        let root = JSONReader(.object(signals), path: path)
        let others = types.filter { signal, _ in
            isPhone && ofPhones.contains(signal) || areTyped && signals[signal].map { !$0.isNull } ?? false
        }
        var faults: [JSONMemberError] = []
        for rule in always + others.map(typed) {
            do throws(JSONMemberError) {
                var signal = root
                for (index, name) in rule.path.enumerated() {
                    let isLast = index == rule.path.count - 1
                    signal = try signal.member(
                        name, expected: isLast ? rule.expectation : "an object with height and width")
                }
                try rule.check(signal)
            } catch {
                // Both members of a missing object have the same problem.
                if !faults.contains(where: { $0.path == error.path }) { faults.append(error) }
            }
        }
        return faults.map { SandboxError($0).assuming(.riskSignalsMissing) }
    }
}
