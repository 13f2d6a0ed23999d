import ToqueEncoding

extension RiskSignals {
    /// The regulator's form (schema RiskSignals of enrollments 2.1.0): camelCase members in the constructor's order.
    /// Absent signals and an unevaluated integrity are omitted.
    public func toJson() -> JSON { .object(members) }

    /// The members of `toJson`.
    public var members: JSONObject {
        var object = JSONObject()
        object["deviceId"] = .string(deviceId)
        object["isRootedDevice"] = isRootedDevice.map(JSON.bool)
        object["screenBrightness"] = screenBrightness.map(JSON.int)
        object["elapsedTimeSinceBoot"] = elapsedTimeSinceBoot.map(JSON.int)
        object["osVersion"] = .string(osVersion)
        object["userTimeZoneOffset"] = .string(userTimeZoneOffset)
        object["language"] = .string(language)
        object["screenDimensions"] = [
            "height": .int(screenDimensions.height), "width": .int(screenDimensions.width),
        ]
        object["geolocation"] = geolocation?.json
        object["accountTenure"] = .string(accountTenure)
        object["isCallInProgress"] = isCallInProgress.map(JSON.bool)
        object["isDevModeEnabled"] = isDevModeEnabled.map(JSON.bool)
        object["isMockGPS"] = isMockGPS.map(JSON.bool)
        object["isEmulated"] = isEmulated.map(JSON.bool)
        object["isMonkeyRunner"] = isMonkeyRunner.map(JSON.bool)
        object["isCharging"] = isCharging.map(JSON.bool)
        object["antennaInformation"] = antennaInformation.map(JSON.string)
        object["isUsbConnected"] = isUsbConnected.map(JSON.bool)
        object["integrity"] = integrity?.json
        return object
    }

    /// `toJson` as text without white space.
    public func toJsonString() -> String { toJson().serialized() }

    /// `toJson` as text with one member per line.
    public func toPrettyJsonString() -> String { toJson().serialized(pretty: true) }

    /// Reads the regulator's form; unknown members are ignored.
    /// - Throws: `JSONMemberError` with the name of a compulsory member that is missing, or of a member with a wrong
    ///   type.
    public init(json: JSON) throws(JSONMemberError) {
        let reader = JSONReader(json)
        let screen = try reader.member("screenDimensions", expected: "an object")
        self.init(
            deviceId: try reader.member("deviceId", expected: "a string").string(),
            isRootedDevice: try reader.optional("isRootedDevice")?.bool(),
            screenBrightness: try reader.optional("screenBrightness")?.integer(),
            elapsedTimeSinceBoot: try reader.optional("elapsedTimeSinceBoot")?.integer(),
            osVersion: try reader.member("osVersion", expected: "a string").string(),
            userTimeZoneOffset: try reader.member("userTimeZoneOffset", expected: "a string").string(),
            language: try reader.member("language", expected: "a string").string(),
            screenDimensions: ScreenDimensions(
                height: try screen.member("height", expected: "an integer").integer(),
                width: try screen.member("width", expected: "an integer").integer()),
            geolocation: try Geolocation(reader.optional("geolocation")),
            accountTenure: try reader.member("accountTenure", expected: "a string").string(),
            isCallInProgress: try reader.optional("isCallInProgress")?.bool(),
            isDevModeEnabled: try reader.optional("isDevModeEnabled")?.bool(),
            isMockGPS: try reader.optional("isMockGPS")?.bool(),
            isEmulated: try reader.optional("isEmulated")?.bool(),
            isMonkeyRunner: try reader.optional("isMonkeyRunner")?.bool(),
            isCharging: try reader.optional("isCharging")?.bool(),
            antennaInformation: try reader.optional("antennaInformation")?.string(),
            isUsbConnected: try reader.optional("isUsbConnected")?.bool(),
            integrity: try Integrity(reader.optional("integrity"))
        )
    }
}

extension Geolocation {
    /// nil if JSON cannot represent a coordinate.
    fileprivate var json: JSON? {
        guard let latitude = JSONNumber(latitude), let longitude = JSONNumber(longitude) else { return nil }
        var object: JSONObject = ["latitude": .number(latitude), "longitude": .number(longitude)]
        object["type"] = type.map { .string($0.rawValue) }
        return .object(object)
    }

    fileprivate init?(_ reader: JSONReader?) throws(JSONMemberError) {
        guard let reader else { return nil }
        var kind: Kind?
        if let type = try reader.optional("type") {
            kind = Kind(rawValue: try type.string())
            if kind == nil { throw type.mismatch(expected: "COARSE, FINE or INFERRED") }
        }
        self.init(
            latitude: try reader.member("latitude", expected: "a number").degrees(to: 90),
            longitude: try reader.member("longitude", expected: "a number").degrees(to: 180),
            type: kind)
    }
}

extension Integrity {
    /// The regulator's schema defines the device verdict as one string; its sample contains the text of a JSON array.
    fileprivate var json: JSON? {
        if deviceRecognitionVerdict.isEmpty, ["", "UNEVALUATED"].contains(appRecognitionVerdict) { return nil }
        return [
            "appRecognitionVerdict": .string(appRecognitionVerdict),
            "deviceRecognitionVerdict": .string(
                JSON.array(deviceRecognitionVerdict.map { .string($0) }).serialized()),
        ]
    }

    fileprivate init?(_ reader: JSONReader?) throws(JSONMemberError) {
        guard let reader else { return nil }
        let device = try reader.member("deviceRecognitionVerdict", expected: "a string")
        self.init(
            appRecognitionVerdict: try reader.member("appRecognitionVerdict", expected: "a string").string(),
            deviceRecognitionVerdict: try device.verdicts())
    }
}

extension JSONReader {
    /// An integer of the type's width; `128.0` is one too.
    fileprivate func integer<Integer: FixedWidthInteger>() throws(JSONMemberError) -> Integer {
        if let int = value.intValue, let integer = Integer(exactly: int) { return integer }
        guard let integer = Integer(exactly: try double()) else {
            throw mismatch(expected: "an integer of \(Integer.bitWidth) bits")
        }
        return integer
    }

    fileprivate func degrees(to limit: Int) throws(JSONMemberError) -> Double {
        let degrees = try double()
        guard abs(degrees) <= Double(limit) else { throw mismatch(expected: "degrees from -\(limit) to \(limit)") }
        return degrees
    }

    /// Reads the text of a JSON array, as in the regulator's sample, or one plain verdict, or the SDK's array of
    /// strings.
    fileprivate func verdicts() throws(JSONMemberError) -> [String] {
        guard let text = value.stringValue else {
            var verdicts: [String] = []
            for element in try elements() { verdicts.append(try element.string()) }
            return verdicts
        }
        guard let parsed = try? JSON(parsing: text), let array = parsed.arrayValue else {
            return text.isEmpty ? [] : [text]
        }
        let verdicts = array.compactMap(\.stringValue)
        guard verdicts.count == array.count else { throw mismatch(expected: "the text of an array of strings") }
        return verdicts
    }
}
