import Foundation
import Testing

@testable import RiskSignals

/// The machine that runs the tests: conditions that hold on any machine.
@Suite struct MachineTests {
    @Test("The machine that runs the tests gives complete and plausible signals")
    func collects() throws {
        let folder = try TemporaryFolder()
        var root = DeviceRoot.machine
        root.state = FileStateDirectory(path: folder.path)
        root.bus = CountingBus(SimulatedBus())
        let before = try #require(DeviceClock.machine.sinceBoot()) / 1_000_000
        let first = try root.collect()
        let second = try root.collect()
        let after = try #require(DeviceClock.machine.sinceBoot()) / 1_000_000

        #expect(!first.simulated)
        #expect(first.signals.deviceId == second.signals.deviceId)
        #expect(first.signals.deviceId.wholeMatch(of: /[0-9a-f]{64}/) != nil)
        #expect(first.signals.userTimeZoneOffset.wholeMatch(of: /[+-](0\d|1[0-4])(:[0-5]\d)?/) != nil)
        #expect(first.signals.language.wholeMatch(of: /[a-z]{2}/) != nil)
        #expect(!first.signals.osVersion.isEmpty)
        #expect((before...after).contains(try #require(first.signals.elapsedTimeSinceBoot)))
        #expect(first.sources.map(\.field).count == 19)

        let json = first.signals.toJson()
        let compulsory = [
            "deviceId", "osVersion", "userTimeZoneOffset", "language", "screenDimensions", "accountTenure",
        ]
        for name in compulsory { #expect(json[name] != nil) }
        #expect(DevicePlatform.crossPlatform.missingSignals(in: first.signals).isEmpty)
        #expect(try RiskSignals(json: json).deviceId == first.signals.deviceId)
        if let machineID = try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8).trimmed, !machineID.isEmpty {
            #expect(!json.serialized().contains(machineID))
        }
    }
}
