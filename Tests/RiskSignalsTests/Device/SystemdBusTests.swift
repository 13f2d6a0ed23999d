import Testing

@testable import RiskSignals

/// The real D-Bus implementation against a real message bus.
@Suite(.enabled(if: FakeServices.areAvailable, "needs dbus-daemon, python3-dbus and python3-gi"))
struct SystemdBusTests {
    @Test("The position of GeoClue is awaited, and its client is stopped")
    func positionIsWaitedFor() throws {
        let services = try FakeServices("found")
        let location = try SystemdBus(address: services.address).position(desktopID: "toque", timeout: .seconds(60))
        #expect(
            location
                == GeoClueLocation(latitude: -23.5505199, longitude: -46.6333094, accuracy: 40, description: "WiFi"))
        #expect(try services.next() == "start toque 8")
        #expect(try services.next() == "stop")
    }

    @Test("A denied position gives the name of the error without the service's text")
    func deniedPosition() throws {
        let services = try FakeServices("denied")
        // The service's text is not in the error.
        #expect(throws: SystemBusError("org.freedesktop.DBus.Error.AccessDenied")) {
            try SystemdBus(address: services.address).position(desktopID: "toque", timeout: .seconds(60))
        }
    }

    @Test("A position that comes too late is an error, and the client is stopped")
    func positionThatDoesNotCome() throws {
        let services = try FakeServices("silent")
        #expect(throws: SystemBusError("GeoClue found no position in time")) {
            try SystemdBus(address: services.address).position(desktopID: "toque", timeout: .milliseconds(50))
        }
        #expect(try services.next() == "start toque 8")
        #expect(try services.next() == "stop")
    }

    @Test("Modems are read with their calls and cells")
    func modems() throws {
        let services = try FakeServices("silent")
        let modems = try SystemdBus(address: services.address).modems()
        #expect(modems.count == 2)
        #expect(modems.contains(Modem(callStates: [3, 4], cell: "724,10,70F9,00010D0E,00A1B2")))
        #expect(modems.contains(Modem(callStates: nil, cell: nil)))
    }

    @Test("Signals from the bus contain position, call and masked cell")
    func signals() throws {
        let services = try FakeServices("found")
        let signals = try device(bus: SystemdBus(address: services.address)).signals(permission: true)
        #expect(signals.geolocation == Geolocation(latitude: -23.55052, longitude: -46.63331, type: .coarse))
        #expect(signals.isMockGPS == false)
        #expect(signals.isCallInProgress == true)
        #expect(signals.antennaInformation == "724,10,70F9,00****0E,00A1B2")
    }
}

@Suite struct AbsentBusTests {
    @Test(
        "A bus that cannot be reached leaves position and calls absent",
        arguments: ["unix:path=/nonexistent/bus", "nonsense", ""])
    func busThatIsNotThere(address: String) throws {
        let collected = try device(bus: SystemdBus(address: address)).collect(permission: true)
        #expect(collected.signals.geolocation == nil)
        #expect(collected.signals.isCallInProgress == nil)
        #expect(collected.source(of: "geolocation")?.hasPrefix("absent: ") == true)
    }
}
