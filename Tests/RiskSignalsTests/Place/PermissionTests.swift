import Testing

@testable import RiskSignals

@Suite struct PermissionTests {
    @Test("Without permission, the system bus is not asked")
    func withoutPermissionTheBusIsNotTouched() throws {
        let bus = CountingBus(
            SimulatedBus(
                location: GeoClueLocation(latitude: 1, longitude: 1, accuracy: 1, description: "GPS GGA"),
                modems: [Modem(callStates: [4], cell: "724,10,1,2,3")]))
        let root = device(bus: bus)
        let denied = try root.collect(permission: false)
        #expect(bus.calls == 0)
        #expect(denied.signals.geolocation == nil)
        #expect(denied.signals.isMockGPS == nil)
        #expect(denied.signals.isCallInProgress == nil)
        #expect(denied.signals.antennaInformation == nil)
        #expect(denied.source(of: "geolocation") == "absent: no permission")

        let allowed = try root.collect(permission: true)
        #expect(bus.calls == 2)
        #expect(allowed.signals.geolocation != nil)
        #expect(allowed.signals.isCallInProgress == true)
    }

    @Test("The person is asked for permission once, and the answer is stored", arguments: [true, false])
    func askedOnce(answer: Bool) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/state/toque"
        var asked = 0
        for _ in 0..<2 {
            let permission = LocationPermission(state: FileStateDirectory(path: path))
            let allowed = try permission.request {
                asked += 1
                return answer
            }
            #expect(allowed == answer)
        }
        #expect(asked == 1)
        #expect(folder.mode(of: "state/toque/location-permission") == 0o600)
        // Only the answer remains.
        #expect(try folder.names(in: "state/toque") == ["location-permission"])
    }

    @Test("A remembered permission can be changed and forgotten")
    func changedAndForgotten() throws {
        let folder = try TemporaryFolder()
        let permission = LocationPermission(state: FileStateDirectory(path: folder.path))
        #expect(permission.answer == nil)
        try permission.forget()
        try permission.remember(true)
        #expect(permission.answer == true)
        try permission.remember(false)
        #expect(permission.answer == false)
        try permission.forget()
        #expect(permission.answer == nil)
        try folder.write("location-permission", "perhaps\n")
        #expect(permission.answer == nil)
    }

    @Test("An answer that cannot be stored is reported as an error")
    func whatCannotBeRememberedIsSaid() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", "")
        let permission = LocationPermission(state: FileStateDirectory(path: "\(folder.path)/file"))
        #expect(throws: RiskSignalsError.self) { try permission.request { true } }
    }

    @Test("The first writer of a state file wins")
    func whoComesFirstWins() throws {
        let folder = try TemporaryFolder()
        let state = FileStateDirectory(path: folder.path)
        #expect(try state.create("x", with: [1]) == [1])
        #expect(try state.create("x", with: [2]) == [1])
        #expect(try folder.names(in: "") == ["x"])
    }
}
