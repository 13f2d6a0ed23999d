import Testing

@testable import RiskSignals

@Suite struct FolderFixtureTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("etc/machine-id", "00112233445566778899aabbccddeeff\n")
        try folder.write("etc/os-release", "NAME=Test\nVERSION_ID=1\n")
        try folder.link("etc/localtime", to: "/usr/share/zoneinfo/Asia/Kathmandu")
        if case .file(let zone) = MemoryTree.Entry.timeZone("<+0545>-5:45") {
            try folder.write("usr/share/zoneinfo/Asia/Kathmandu", zone)
        }
    }

    private func root() throws -> DeviceRoot { try DeviceRoot(fixture: DeviceFixture(folder.path)) }

    @Test("A folder without fixture.json describes a device by its files")
    func filesAlone() throws {
        let collected = try root().collect()
        #expect(collected.signals.osVersion == "Test 1")
        #expect(collected.signals.userTimeZoneOffset == "+05:45")
        #expect(collected.signals.isRootedDevice == false)
        #expect(collected.signals.deviceId == "78c093cac0c777033df5c922a85c0bb867da6039d51b91c74f1d49dba3c889ce")
        #expect(collected.simulated)
    }

    @Test("fixture.json sets environment, clock, user, window, position and modems")
    func manifest() throws {
        try folder.write(
            "fixture.json",
            """
            {
              "environment": {"TZ": "BRT3", "LANG": "pt_BR.UTF-8"},
              "now": 1735732800000000000, "sinceBoot": 3600000000000,
              "euid": 0, "groups": [0, 27], "capabilities": "0000000000200000",
              "window": {"height": 900, "width": 1440},
              "geoclue": {"latitude": -23.55052, "longitude": -46.63331, "accuracy": 40, "description": "WiFi"},
              "modems": [{"calls": [4], "cell": "724,10,70F9,00010D0E,00A1B2"}, {}]
            }
            """)
        let signals = try root().signals(permission: true)
        #expect(signals.userTimeZoneOffset == "-03")
        #expect(signals.language == "pt")
        #expect(signals.elapsedTimeSinceBoot == 3_600_000)
        #expect(signals.isRootedDevice == true)
        #expect(signals.screenDimensions == ScreenDimensions(height: 900, width: 1440))
        #expect(signals.geolocation?.type == .coarse)
        #expect(signals.isCallInProgress == true)
        #expect(signals.antennaInformation != nil)
        #expect(throws: RiskSignalsError.accountTenureInFuture(found: "2025-01-02", today: "2025-01-01")) {
            try RiskSignalsCollector(root: root()).collect(accountTenure: "2025-01-02", permission: false)
        }
    }

    @Test(
        "A wrong fixture.json is refused with the file and the fault named",
        arguments: [
            ("{", "line 1"), ("[]", "expected an object"), (#"{"uptime": 1}"#, "uptime"), (#"{"euid": -1}"#, "euid"),
            (#"{"environment": {"TZ": 1}}"#, "environment.TZ"), (#"{"geoclue": {"latitude": 1}}"#, "geoclue.longitude"),
            (#"{"modems": [{"calls": ["x"]}]}"#, "modems[0].calls[0]"),
            (#"{"euid": 1, "capabilities": "z"}"#, "capabilities"),
            (#"{"groups": [1]}"#, "euid: found nothing"), ("\u{0}", "cannot be read"),
        ])
    func wrongManifest(content: String, hint: String) throws {
        try folder.write("fixture.json", content)
        let error = try #require(throws: RiskSignalsError.self) { try root() }
        #expect("\(error)".contains(hint))
        #expect("\(error)".contains("fixture.json"))
    }

    @Test("A drawn device ID is kept in the fixture's folder")
    func deviceIDIsKeptInTheFolder() throws {
        try folder.write("etc/machine-id", "")
        let first = try root().signals().deviceId
        #expect(try root().signals().deviceId == first)
        #expect(folder.mode(of: ".state/device-id") == 0o600)
    }

    @Test("Each named fixture is simulated, and any other name is refused with the list")
    func names() throws {
        #expect(DeviceFixture.names == ["laptop", "headless", "container", "handset"])
        for name in DeviceFixture.names { #expect(try DeviceRoot(fixture: DeviceFixture(name)).collect().simulated) }
        for name in ["", "mainframe", "\(folder.path)/etc/os-release", "/nowhere"] {
            let error = try #require(throws: RiskSignalsError.self) { try DeviceFixture(name) }
            #expect("\(error)".contains("laptop, headless, container, handset"))
        }
    }
}
