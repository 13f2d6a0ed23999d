/// A device exposed to clients at a path of the file system, served by its own thread.
public protocol DeviceLink: AnyObject, Sendable {
    /// The path for clients. They may connect once the link exists.
    var path: String { get }
    /// The exposed device.
    var device: CTAPHIDDevice { get }

    /// Starts to serve.
    /// - Throws: if the link was started or stopped before.
    func start() throws(VirtualKeyError)

    /// Ends all connections and removes the path. From any thread; calling it again does nothing.
    func stop()

    /// Cycles the device's power. Afterwards it listens again, usually at the same path.
    /// - Throws: if the system does not provide the path again.
    func powerCycle() throws(VirtualKeyError)
}

extension DeviceLink {
    /// Disconnects a socket's clients. Those of a terminal cannot be disconnected: their channels are gone. The device
    /// continues to listen at the same path.
    public func powerCycle() { device.powerCycle() }
}
