import Testing
import ToqueEncoding

@testable import RiskSignals

@Suite struct DeviceIdentifierTests {
    @Test(
        "Application-specific machine IDs match known values",
        arguments: [
            (
                "00112233445566778899aabbccddeeff", "c273277323db454ea63bb96e79b53e97",
                "004508808f8d4958a9fbc87630395913"
            ),
            (
                "b08dfa6083e7567a1921a715000001fb", "c273277323db454ea63bb96e79b53e97",
                "2133fa7e8649442dba13fe20ee30da7c"
            ),
            (
                "ffffffffffffffffffffffffffffffff", "00000000000000000000000000000001",
                "f5981b3f89354df084d83d410eaeab69"
            ),
        ])
    func applicationSpecific(machine: String, application: String, expected: String) throws {
        let id = DeviceIdentifier.applicationSpecific(
            machineID: try #require(Hex.decode(machine)), applicationID: try #require(Hex.decode(application)))
        #expect(Hex.encode(id) == expected)
    }

    @Test("The device identifier of a machine, application and user matches a known value")
    func identifier() throws {
        let id = DeviceIdentifier.identifier(
            machineID: try #require(Hex.decode("00112233445566778899aabbccddeeff")),
            applicationID: RiskSignalsCollector.applicationID, userID: 1000)
        #expect(id == "78c093cac0c777033df5c922a85c0bb867da6039d51b91c74f1d49dba3c889ce")
    }

    @Test("deviceId differs between users and between applications")
    func dependsOnUserAndApplication() throws {
        let one = try device().signals().deviceId
        #expect(try device(["/proc/self/status": status(user: 1001)]).signals().deviceId != one)
        var options = RiskSignalsCollector.Options()
        options.applicationID[0] ^= 1
        #expect(try device().signals(options: options).deviceId != one)
    }

    @Test("No signal's source contains the machine ID")
    func sourcesNeverHoldTheMachineID() throws {
        for source in try DeviceRoot(fixture: .laptop).collect(permission: true).sources {
            #expect(!source.source.contains("00112233"))
        }
    }

    @Test("Collecting fails if a drawn device ID cannot be stored")
    func stateThatCannotBeKept() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", "")
        let root = device(
            ["/etc/machine-id": ""], state: FileStateDirectory(path: "\(folder.path)/file/toque"))
        let error = try #require(throws: RiskSignalsError.self) { try root.collect() }
        #expect("\(error)".contains("XDG_STATE_HOME"))

        let nowhere = device(["/etc/machine-id": ""], state: FileStateDirectory(environment: [:]))
        #expect(throws: RiskSignalsError.self) { try nowhere.collect() }
    }

    @Test("A damaged device ID in the state folder is reported")
    func damagedStateIsSaid() throws {
        let state = MemoryStateDirectory()
        state.replace("device-id", with: Array("garbage".utf8))
        #expect(throws: RiskSignalsError.damagedState(name: "device-id")) {
            try device(["/etc/machine-id": ""], state: state).collect()
        }
    }

    @Test("The state folder is under an absolute XDG_STATE_HOME, or else under HOME")
    func stateFolder() {
        #expect(FileStateDirectory(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"]).path == "/s/toque")
        #expect(FileStateDirectory(environment: ["HOME": "/h"]).path == "/h/.local/state/toque")
        #expect(FileStateDirectory(environment: ["XDG_STATE_HOME": "s", "HOME": "/h"]).path == "/h/.local/state/toque")
        #expect(FileStateDirectory(environment: [:]).path == nil)
    }
}
