import Testing

@testable import RiskSignals

@Suite struct OverrideTests {
    @Test("An override sets a signal by its type and is named as its source")
    func typed() throws {
        let collected = try DeviceRoot(fixture: .headless).collect().applying([
            "isRootedDevice=true", "screenBrightness=7", "osVersion=a=b", "screenDimensions.height=480",
            "geolocation.latitude=-1.5", "geolocation.longitude=2", "geolocation.type=INFERRED", "isCharging=null",
            "integrity.appRecognitionVerdict=X", "integrity.deviceRecognitionVerdict=Y,Z",
        ])
        #expect(collected.signals.isRootedDevice == true)
        #expect(collected.signals.screenBrightness == 7)
        #expect(collected.signals.osVersion == "a=b")
        #expect(collected.signals.screenDimensions == ScreenDimensions(height: 480, width: 0))
        #expect(collected.signals.geolocation == Geolocation(latitude: -1.5, longitude: 2, type: .inferred))
        #expect(collected.signals.isCharging == nil)
        #expect(
            collected.signals.integrity == Integrity(appRecognitionVerdict: "X", deviceRecognitionVerdict: ["Y", "Z"]))
        #expect(collected.simulated)
        #expect(collected.source(of: "geolocation") == "set by hand")
        #expect(collected.source(of: "language") != "set by hand")
        #expect(collected.sources.count == 19)
    }

    @Test("An override marks real signals as simulated")
    func realOnesBecomeSimulated() throws {
        let real = CollectedRiskSignals(signals: try device().signals(), simulated: false, sources: [])
        #expect(try !real.applying([]).simulated)
        #expect(try real.applying(["isCharging=true"]).simulated)
        #expect(try real.applying(["isCharging=true"]).signals.integrity == .unevaluated)
    }

    @Test(
        "An override of a wrong type is refused with the field named",
        arguments: [
            ("isRootedDevice=yes", "isRootedDevice"), ("screenBrightness=1.5", "screenBrightness"),
            ("screenBrightness=99999999999", "screenBrightness"),
            ("geolocation.latitude=north", "geolocation.latitude"),
            ("geolocation.latitude=1", "geolocation.longitude"), ("geolocation.type=ROUGH", "geolocation.type"),
            ("deviceId=null", "deviceId"), ("screenDimensions=null", "screenDimensions"),
            ("geolocation.latitude=nan", "geolocation.latitude"), ("isCharging", "\"isCharging\""),
        ])
    func wrongTypes(text: String, name: String) throws {
        let collected = try device().collect()
        let error = try #require(throws: RiskSignalsError.self) { try collected.applying([text]) }
        guard case .fieldType(let found, _, _) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(found == name)
        #expect("\(error)".hasPrefix(name))
    }

    @Test(
        "An override of an unknown field is refused with the list of fields",
        arguments: ["battery=1", "=1", "geolocation=1", "geolocation.height=1", "a.b.c=1", "is=null", ".=1"])
    func unknownFields(text: String) throws {
        let collected = try device().collect()
        let error = try #require(throws: RiskSignalsError.self) { try collected.applying([text]) }
        let name = text.split(separator: "=", omittingEmptySubsequences: false)[0]
        #expect(error == .unknownField(name: String(name)))
        #expect("\(error)".contains("isRootedDevice, screenBrightness"))
    }

    @Test("An override with null removes a signal")
    func takenAway() throws {
        let collected = try DeviceRoot(fixture: .handset).collect(permission: true)
            .applying(["geolocation=null", "isMockGPS=null", "integrity=null"])
        #expect(collected.signals.geolocation == nil)
        #expect(collected.signals.integrity == nil)
    }
}
