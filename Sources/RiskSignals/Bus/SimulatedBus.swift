/// The bus of a simulated device.
public struct SimulatedBus: SystemBus {
    /// nil if the person's agent denies it or the service is missing.
    public var location: GeoClueLocation?
    public var modemList: [Modem]

    /// The default is a machine without location service and without modems.
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
