import CLinux

/// An object's interface on the bus.
struct BusInterface {
    let service: String
    let path: String
    let name: String
}

/// A connection to a message bus, closed with the value. Calls block.
struct BusConnection: ~Copyable {
    private let functions: toque_sd_bus
    private let bus: OpaquePointer

    private init(functions: toque_sd_bus, bus: OpaquePointer) {
        self.functions = functions
        self.bus = bus
    }

    /// - Parameters:
    ///   - address: in D-Bus's form, such as `unix:path=/run/dbus/system_bus_socket`.
    ///   - callTimeout: for each call.
    static func open(address: String, callTimeout: Duration) throws(SystemBusError) -> BusConnection {
        guard let functions = SDBusLibrary.functions else { throw SystemBusError("libsystemd is not installed") }
        var bus: OpaquePointer?
        guard functions.bus_new(&bus) >= 0, let bus else { throw SystemBusError("libsystemd makes no connection") }
        let connection = BusConnection(functions: functions, bus: bus)
        guard functions.set_address(bus, address) >= 0,
            functions.set_bus_client(bus, 1) >= 0,
            functions.set_method_call_timeout(bus, callTimeout.microseconds) >= 0,
            functions.start(bus) >= 0
        else { throw SystemBusError("the system bus cannot be reached") }
        return connection
    }

    deinit { _ = functions.flush_close_unref(bus) }

    /// Creates a call without arguments.
    func prepare(_ target: BusInterface, _ member: String) throws(SystemBusError) -> BusMessage {
        var message: OpaquePointer?
        let result = functions.new_method_call(
            bus, &message, target.service, target.path, target.name, member)
        guard let message, result >= 0 else { throw SystemBusError("\(member) cannot be called") }
        return BusMessage(message, functions: functions)
    }

    /// Sends the call and waits for its reply.
    func send(_ call: borrowing BusMessage) throws(SystemBusError) -> BusMessage {
        var answer: OpaquePointer?
        var error = sd_bus_error()
        defer { functions.error_free(&error) }
        let result = functions.call(bus, call.message, 0, &error, &answer)
        guard let answer, result >= 0 else { throw SystemBusError(Self.reason(error)) }
        return BusMessage(answer, functions: functions)
    }

    func call(_ target: BusInterface, _ member: String) throws(SystemBusError) -> BusMessage {
        try send(prepare(target, member))
    }

    /// A property of type string or object path.
    func text(_ target: BusInterface, _ member: String, _ type: BusType = .string) throws(SystemBusError) -> String {
        var answer: OpaquePointer?
        var error = sd_bus_error()
        defer { functions.error_free(&error) }
        let result = functions.get_property(
            bus, target.service, target.path, target.name, member, &error, &answer, type.signature)
        guard let answer, result >= 0 else { throw SystemBusError(Self.reason(error)) }
        return try BusMessage(answer, functions: functions).text(type) ?? ""
    }

    func double(_ target: BusInterface, _ member: String) throws(SystemBusError) -> Double {
        var value = 0.0
        try number(target, member, .double, &value)
        return value
    }

    func int32(_ target: BusInterface, _ member: String) throws(SystemBusError) -> Int32 {
        var value: Int32 = 0
        try number(target, member, .int32, &value)
        return value
    }

    private func number(
        _ target: BusInterface, _ member: String, _ type: BusType, _ value: UnsafeMutableRawPointer
    ) throws(SystemBusError) {
        var error = sd_bus_error()
        defer { functions.error_free(&error) }
        let result = functions.get_property_trivial(
            bus, target.service, target.path, target.name, member, &error, type.code, value)
        guard result >= 0 else { throw SystemBusError(Self.reason(error)) }
    }

    func set(_ target: BusInterface, _ member: String, _ value: BusValue) throws(SystemBusError) {
        let properties = BusInterface(
            service: target.service, path: target.path, name: "org.freedesktop.DBus.Properties")
        let call = try prepare(properties, "Set")
        try call.append(target.name)
        try call.append(member)
        try call.append(variant: value)
        _ = try send(call)
    }

    /// Subscribes to the signals that match a rule.
    func match(_ rule: String) throws(SystemBusError) {
        let call = try prepare(
            BusInterface(
                service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", name: "org.freedesktop.DBus"),
            "AddMatch")
        try call.append(rule)
        _ = try send(call)
    }

    /// Waits until a message arrives, unless one is pending, and takes one message off the connection.
    func wait(for time: Duration) throws(SystemBusError) {
        guard functions.wait(bus, time.microseconds) >= 0, functions.process(bus, nil) >= 0 else {
            throw SystemBusError("the system bus was closed")
        }
    }

    /// The error's name without its text, which a service can fill with anything.
    private static func reason(_ error: sd_bus_error) -> String {
        error.name.flatMap { String(validatingCString: $0) } ?? "the service does not answer in the form expected"
    }
}

extension Duration {
    /// Rounded down; zero for a negative duration.
    fileprivate var microseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(clamping: seconds) &* 1_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000_000)
    }
}

/// The functions of libsystemd, loaded on the first use of D-Bus.
enum SDBusLibrary {
    /// nil if the machine has no libsystemd.
    static let functions: toque_sd_bus? = toque_sd_bus_load()?.pointee
}
