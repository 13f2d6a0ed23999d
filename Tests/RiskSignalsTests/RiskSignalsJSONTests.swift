import Testing
import ToqueEncoding

@testable import RiskSignals

@Suite struct RiskSignalsJSONTests {
    private static let full = RiskSignals(
        deviceId: "id", isRootedDevice: false, screenBrightness: 128, elapsedTimeSinceBoot: 28_800_000,
        osVersion: "14", userTimeZoneOffset: "-03", language: "pt",
        screenDimensions: ScreenDimensions(height: 2340, width: 1080),
        geolocation: Geolocation(latitude: -23.55052, longitude: -46.63331, type: .coarse),
        accountTenure: "2024-01-31", isCallInProgress: false, isDevModeEnabled: false, isMockGPS: false,
        isEmulated: false, isMonkeyRunner: false, isCharging: true, antennaInformation: "724,10,1,**,3",
        isUsbConnected: false,
        integrity: Integrity(
            appRecognitionVerdict: "PLAY_RECOGNIZED",
            deviceRecognitionVerdict: ["MEETS_DEVICE_INTEGRITY", "MEETS_BASIC_INTEGRITY"]))

    private static let least = RiskSignals(
        deviceId: "id", isRootedDevice: nil, screenBrightness: nil, elapsedTimeSinceBoot: nil, osVersion: "14",
        userTimeZoneOffset: "-03", language: "pt", screenDimensions: ScreenDimensions(height: 0, width: 0),
        geolocation: nil, accountTenure: "2024-01-31", isCallInProgress: nil, isDevModeEnabled: nil, isMockGPS: nil,
        isEmulated: nil, isMonkeyRunner: nil, isCharging: nil, antennaInformation: nil, isUsbConnected: nil,
        integrity: nil)

    @Test("All signals are written in the order and form of the API")
    func everything() {
        #expect(
            Self.full.toJsonString()
                == #"{"deviceId":"id","isRootedDevice":false,"screenBrightness":128,"elapsedTimeSinceBoot":28800000,"#
                + #""osVersion":"14","userTimeZoneOffset":"-03","language":"pt","#
                + #""screenDimensions":{"height":2340,"width":1080},"#
                + #""geolocation":{"latitude":-23.55052,"longitude":-46.63331,"type":"COARSE"},"#
                + #""accountTenure":"2024-01-31","isCallInProgress":false,"isDevModeEnabled":false,"#
                + #""isMockGPS":false,"isEmulated":false,"isMonkeyRunner":false,"isCharging":true,"#
                + #""antennaInformation":"724,10,1,**,3","isUsbConnected":false,"#
                + #""integrity":{"appRecognitionVerdict":"PLAY_RECOGNIZED","#
                + #""deviceRecognitionVerdict":"[\"MEETS_DEVICE_INTEGRITY\",\"MEETS_BASIC_INTEGRITY\"]"}}"#)
    }

    @Test("Absent signals are left out of the JSON")
    func absentSignalsAreLeftOut() {
        #expect(
            Self.least.toJson().objectValue?.names == [
                "deviceId", "osVersion", "userTimeZoneOffset", "language", "screenDimensions", "accountTenure",
            ])
        var unevaluated = Self.least
        for integrity in [.unevaluated, Integrity(appRecognitionVerdict: "", deviceRecognitionVerdict: [])] {
            unevaluated.integrity = integrity
            #expect(unevaluated.toJson()["integrity"] == nil)
        }
        unevaluated.geolocation = Geolocation(latitude: .nan, longitude: 0, type: nil)
        #expect(unevaluated.toJson()["geolocation"] == nil)
    }

    @Test("Pretty JSON is indented and has the same content")
    func pretty() throws {
        let text = Self.least.toPrettyJsonString()
        #expect(text.hasPrefix("{\n  \"deviceId\": \"id\",\n"))
        #expect(try JSON(parsing: text) == Self.least.toJson())
    }

    @Test("Signals that are written as JSON are read back equal")
    func roundTrip() throws {
        for signals in [Self.full, Self.least] {
            #expect(try RiskSignals(json: JSON(parsing: signals.toJsonString())) == signals)
        }
    }

    @Test("deviceRecognitionVerdict is read as an array, a string or an array in a string")
    func otherForms() throws {
        func integrity(_ verdict: JSON) throws -> [String]? {
            var object = try #require(Self.least.toJson().objectValue)
            object["integrity"] = ["appRecognitionVerdict": "A", "deviceRecognitionVerdict": verdict]
            object["somethingNew"] = [1, 2]
            object["isCharging"] = .null
            object["screenBrightness"] = .number(try #require(JSONNumber(12.0)))
            return try RiskSignals(json: .object(object)).integrity?.deviceRecognitionVerdict
        }
        #expect(try integrity(["X", "Y"]) == ["X", "Y"])
        #expect(try integrity("X") == ["X"])
        #expect(try integrity("") == [])
        #expect(try integrity(#"["X"]"#) == ["X"])
        #expect(throws: JSONMemberError.self) { try integrity("[1]") }
        #expect(throws: JSONMemberError.self) { try integrity(1) }
    }

    @Test(
        "A missing or wrong member is refused with its path",
        arguments: [
            ("deviceId", nil, "deviceId"), ("osVersion", 14, "osVersion"), ("language", nil, "language"),
            ("userTimeZoneOffset", .null, "userTimeZoneOffset"), ("accountTenure", nil, "accountTenure"),
            ("screenDimensions", ["height": 1], "screenDimensions.width"), ("isCharging", "true", "isCharging"),
            ("screenDimensions", ["height": 4_294_967_296, "width": 1], "screenDimensions.height"),
            ("screenBrightness", .number(JSONNumber(0.5) ?? JSONNumber(0)), "screenBrightness"),
            ("geolocation", ["latitude": 91, "longitude": 0], "geolocation.latitude"),
            ("geolocation", ["latitude": 1, "longitude": 0, "type": "ROUGH"], "geolocation.type"),
            ("integrity", ["appRecognitionVerdict": "A"], "integrity.deviceRecognitionVerdict"),
        ] as [(String, JSON?, String)])
    func wrongMembers(name: String, value: JSON?, path: String) throws {
        var object = try #require(Self.least.toJson().objectValue)
        object[name] = value
        let error = try #require(throws: JSONMemberError.self) { try RiskSignals(json: .object(object)) }
        #expect(error.path == path)
    }
}

@Suite struct DevicePlatformTests {
    @Test("Each platform requires its own signals")
    func matrix() throws {
        var signals = try device().signals()
        signals.isRootedDevice = nil
        signals.screenBrightness = nil
        signals.elapsedTimeSinceBoot = nil
        for platform in [DevicePlatform.crossPlatform, .browser] {
            #expect(platform.missingSignals(in: signals).isEmpty)
        }
        for platform in [DevicePlatform.ios, .android] {
            let names = ["isRootedDevice", "screenBrightness", "elapsedTimeSinceBoot"]
            #expect(platform.missingSignals(in: signals) == names)
            let error = RiskSignalsError.missingSignals(platform: platform, names: names)
            #expect(throws: error) { try platform.require(signals) }
            #expect("\(error)".contains("isRootedDevice, screenBrightness, elapsedTimeSinceBoot"))
        }
        signals.deviceId = ""
        signals.geolocation = Geolocation(latitude: 0, longitude: 0, type: .fine)
        #expect(DevicePlatform.crossPlatform.missingSignals(in: signals) == ["deviceId", "isMockGPS"])
        signals.geolocation?.type = .inferred
        #expect(DevicePlatform.crossPlatform.missingSignals(in: signals) == ["deviceId"])
    }

    @Test("The platforms have the names of the API")
    func names() {
        #expect(DevicePlatform.allCases.map(\.rawValue) == ["CROSS_PLATFORM", "BROWSER", "IOS", "ANDROID"])
    }
}
