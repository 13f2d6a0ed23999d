import ToqueEncoding

/// One `field=value` override of a signal.
struct SignalOverride {
    /// The type of a field's text.
    private enum Kind {
        case bool, integer, number, string, list

        var expected: String {
            switch self {
            case .bool: "true or false"
            case .integer: "an integer"
            case .number: "a number"
            case .string, .list: "a string"
            }
        }

        func json(_ text: String) -> JSON? {
            switch self {
            case .bool: Bool(text).map(JSON.bool)
            case .integer: Int64(text).map(JSON.int)
            case .number: Double(text).flatMap { JSONNumber($0) }.map(JSON.number)
            case .string: .string(text)
            case .list: .array(text.split(separator: ",").map { .string(String($0)) })
            }
        }
    }

    /// All fields that can be set, by path.
    private static let fields: [(name: String, kind: Kind)] = [
        ("deviceId", .string), ("isRootedDevice", .bool), ("screenBrightness", .integer),
        ("elapsedTimeSinceBoot", .integer), ("osVersion", .string), ("userTimeZoneOffset", .string),
        ("language", .string), ("screenDimensions.height", .integer), ("screenDimensions.width", .integer),
        ("geolocation.latitude", .number), ("geolocation.longitude", .number), ("geolocation.type", .string),
        ("accountTenure", .string), ("isCallInProgress", .bool), ("isDevModeEnabled", .bool), ("isMockGPS", .bool),
        ("isEmulated", .bool), ("isMonkeyRunner", .bool), ("isCharging", .bool), ("antennaInformation", .string),
        ("isUsbConnected", .bool), ("integrity.appRecognitionVerdict", .string),
        ("integrity.deviceRecognitionVerdict", .list),
    ]

    static var fieldNames: String { fields.map(\.name).joined(separator: ", ") }

    /// The member of the risk signals, and the member inside it, if any.
    private let path: [String]
    /// nil removes the signal.
    private let value: JSON?

    /// The member of the risk signals that is set.
    var signal: String { path[0] }

    /// Reads `field=value`. The value `null` removes an optional signal, including a whole `geolocation` or
    /// `integrity`.
    init(_ text: String) throws(RiskSignalsError) {
        guard let equals = text.firstIndex(of: "=") else {
            throw .fieldType(name: String(text).quoted, found: "no value", expected: "field=value")
        }
        let name = String(text[..<equals])
        let value = String(text[text.index(after: equals)...])
        path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if value == "null", Self.fields.contains(where: { $0.name == name || $0.name.hasPrefix(name + ".") }) {
            self.value = nil
            return
        }
        guard let field = Self.fields.first(where: { $0.name == name }) else { throw .unknownField(name: name) }
        guard let json = field.kind.json(value) else {
            throw .fieldType(name: name, found: String(value).quoted, expected: field.kind.expected)
        }
        self.value = json
    }

    func apply(to object: inout JSONObject) {
        guard path.count == 2 else {
            object[path[0]] = value
            return
        }
        var inner = object[path[0]]?.objectValue ?? [:]
        inner[path[1]] = value
        object[path[0]] = .object(inner)
    }
}
