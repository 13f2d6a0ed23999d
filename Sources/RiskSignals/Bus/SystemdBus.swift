/// The system's D-Bus, through sd-bus of libsystemd.
public struct SystemdBus: SystemBus {
    /// More than any machine has. The rest of a longer list is ignored.
    private static let listLimit = 64
    private static let callTimeout: Duration = .seconds(5)
    /// GClueAccuracyLevel EXACT.
    private static let exactAccuracy: UInt32 = 8
    /// MM_MODEM_LOCATION_SOURCE_3GPP_LAC_CI.
    private static let cellSource: UInt32 = 1
    private static let geoClue = "org.freedesktop.GeoClue2"
    private static let modemManager = "org.freedesktop.ModemManager1"

    private let address: String

    /// - Parameter address: the bus's address. Default: the D-Bus specification's address of the system bus.
    public init(address: String? = nil) { self.address = address ?? "unix:path=/run/dbus/system_bus_socket" }

    public func position(desktopID: String, timeout: Duration) throws(SystemBusError) -> GeoClueLocation {
        // GeoClue's agent may ask the person before Start returns.
        let bus = try BusConnection.open(address: address, callTimeout: max(timeout, Self.callTimeout))
        let manager = BusInterface(
            service: Self.geoClue, path: "/org/freedesktop/GeoClue2/Manager", name: "org.freedesktop.GeoClue2.Manager")
        guard let path = try bus.call(manager, "GetClient").text(.objectPath) else {
            throw SystemBusError("GeoClue gives no client")
        }
        let client = BusInterface(service: Self.geoClue, path: path, name: "org.freedesktop.GeoClue2.Client")
        try bus.set(client, "DesktopId", .string(desktopID))
        try bus.set(client, "RequestedAccuracyLevel", .uint32(Self.exactAccuracy))
        try bus.match("type='signal',sender='\(Self.geoClue)',interface='\(client.name)',member='LocationUpdated'")
        _ = try bus.call(client, "Start")
        // Closing the connection stops the client too; stopping it explicitly lets the receiver sleep at once.
        defer { _ = try? bus.call(client, "Stop") }

        let deadline = ContinuousClock.now + timeout
        while true {
            let location = try bus.text(client, "Location", .objectPath)
            if location != "/" { return try read(location, on: bus) }
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { throw SystemBusError("GeoClue found no position in time") }
            try bus.wait(for: remaining)
        }
    }

    private func read(_ path: String, on bus: borrowing BusConnection) throws(SystemBusError) -> GeoClueLocation {
        let location = BusInterface(service: Self.geoClue, path: path, name: "org.freedesktop.GeoClue2.Location")
        return GeoClueLocation(
            latitude: try bus.double(location, "Latitude"),
            longitude: try bus.double(location, "Longitude"),
            accuracy: try bus.double(location, "Accuracy"),
            description: try bus.text(location, "Description"))
    }

    public func modems() throws(SystemBusError) -> [Modem] {
        let bus = try BusConnection.open(address: address, callTimeout: Self.callTimeout)
        var modems: [Modem] = []
        for (path, interfaces) in try managedObjects(on: bus) {
            let voice = "\(Self.modemManager).Modem.Voice"
            let location = "\(Self.modemManager).Modem.Location"
            modems.append(
                Modem(
                    callStates: interfaces.contains(voice) ? try callStates(path, voice, on: bus) : nil,
                    cell: interfaces.contains(location) ? try cell(path, location, on: bus) : nil))
        }
        return modems
    }

    /// The modems' paths, with the interfaces of each.
    private func managedObjects(
        on bus: borrowing BusConnection
    ) throws(SystemBusError) -> [(path: String, interfaces: Set<String>)] {
        let manager = BusInterface(
            service: Self.modemManager, path: "/org/freedesktop/ModemManager1",
            name: "org.freedesktop.DBus.ObjectManager")
        let answer = try bus.call(manager, "GetManagedObjects")
        var objects: [(path: String, interfaces: Set<String>)] = []
        guard try answer.enter(.array, "{oa{sa{sv}}}") else { return [] }
        while objects.count < Self.listLimit, try answer.enter(.entry, "oa{sa{sv}}") {
            let path = try answer.text(.objectPath) ?? ""
            var interfaces: Set<String> = []
            if try answer.enter(.array, "{sa{sv}}") {
                while try answer.enter(.entry, "sa{sv}") {
                    if let name = try answer.text() { interfaces.insert(name) }
                    try answer.skip("a{sv}")
                    try answer.exit()
                }
                try answer.exit()
            }
            try answer.exit()
            objects.append((path, interfaces))
        }
        return objects
    }

    private func callStates(
        _ path: String, _ interface: String, on bus: borrowing BusConnection
    ) throws(SystemBusError) -> [Int32] {
        let voice = BusInterface(service: Self.modemManager, path: path, name: interface)
        let calls = try bus.call(voice, "ListCalls")
        var states: [Int32] = []
        guard try calls.enter(.array, "o") else { return [] }
        while states.count < Self.listLimit, let call = try calls.text(.objectPath) {
            let target = BusInterface(service: Self.modemManager, path: call, name: "\(Self.modemManager).Call")
            states.append(try bus.int32(target, "State"))
        }
        return states
    }

    private func cell(
        _ path: String, _ interface: String, on bus: borrowing BusConnection
    ) throws(SystemBusError) -> String? {
        let location = BusInterface(service: Self.modemManager, path: path, name: interface)
        let answer = try bus.call(location, "GetLocation")
        guard try answer.enter(.array, "{uv}") else { return nil }
        while try answer.enter(.entry, "uv") {
            if try answer.uint32() == Self.cellSource, try answer.enter(.variant, "s") { return try answer.text() }
            try answer.skip("v")
            try answer.exit()
        }
        return nil
    }
}
