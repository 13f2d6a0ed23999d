/// A device shown to clients at a place of the file system, served by a thread of its own.
public protocol DeviceLink: AnyObject, Sendable {
    /// Where it is, as clients name it. They may connect from when the link was made.
    var path: String { get }
    /// What is shown there.
    var device: CTAPHIDDevice { get }

    /// Begins to serve.
    /// - Throws: where the link was started or stopped before.
    func start() throws(VirtualKeyError)

    /// Ends all connections and takes the place away. From any thread; a second time does nothing.
    func stop()

    /// Takes the power away and gives it back. Afterwards the device listens again, mostly at the same place.
    /// - Throws: where the system does not give the place again.
    func powerCycle() throws(VirtualKeyError)
}

extension DeviceLink {
    /// A socket's clients are sent away; those of a terminal cannot be, and find their channels gone. The device
    /// listens on at the same place.
    public func powerCycle() { device.powerCycle() }
}
