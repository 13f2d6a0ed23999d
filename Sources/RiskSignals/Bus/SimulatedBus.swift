/// The services of a described device.
public struct SimulatedBus: SystemBus {
    /// Nil where the person's agent or the missing service denies it.
    public var location: GeoClueLocation?
    public var modemList: [Modem]

    /// Without arguments a machine without location service and without modems.
    public init(location: GeoClueLocation? = nil, modems: [Modem] = []) {
        self.location = location
        self.modemList = modems
    }

    public func position(desktopID: String, timeout: Duration) throws(SystemBusError) -> GeoClueLocation {
        guard let location else { throw SystemBusError("location was denied") }
        return location
    }

    public func modems() throws(SystemBusError) -> [Modem] { modemList }
}
