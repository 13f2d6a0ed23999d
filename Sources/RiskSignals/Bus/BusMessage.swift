import CLinux

/// A D-Bus message, read or written sequentially.
struct BusMessage: ~Copyable {
    let message: OpaquePointer
    private let functions: toque_sd_bus

    init(_ message: OpaquePointer, functions: toque_sd_bus) {
        self.message = message
        self.functions = functions
    }

    deinit { _ = functions.message_unref(message) }

    /// A negative result is an errno. For a read, zero is the end of the container.
    private func check(_ result: Int32) throws(SystemBusError) -> Bool {
        guard result >= 0 else { throw SystemBusError("an answer has another form than expected") }
        return result > 0
    }

    func append(_ text: String) throws(SystemBusError) {
        _ = try check(text.withCString { functions.append_basic(message, BusType.string.code, $0) })
    }

    func append(variant value: BusValue) throws(SystemBusError) {
        _ = try check(functions.open_container(message, BusType.variant.code, value.type.signature))
        switch value {
        case .string(let text): try append(text)
        case .uint32(var number):
            _ = try check(functions.append_basic(message, BusType.uint32.code, &number))
        }
        _ = try check(functions.close_container(message))
    }

    /// Enters a nested container; returns false at the end of the outer one.
    func enter(_ type: BusType, _ contents: String) throws(SystemBusError) -> Bool {
        try check(functions.enter_container(message, type.code, contents))
    }

    func exit() throws(SystemBusError) { _ = try check(functions.exit_container(message)) }

    func skip(_ types: String) throws(SystemBusError) { _ = try check(functions.skip(message, types)) }

    /// The next text or object path; nil at the end of the container.
    func text(_ type: BusType = .string) throws(SystemBusError) -> String? {
        var text: UnsafePointer<CChar>?
        guard try check(functions.read_basic(message, type.code, &text)) else { return nil }
        return text.flatMap { String(validatingCString: $0) }
    }

    func uint32() throws(SystemBusError) -> UInt32? {
        var number: UInt32 = 0
        return try check(functions.read_basic(message, BusType.uint32.code, &number)) ? number : nil
    }
}

/// The supported D-Bus types.
enum BusType: Unicode.Scalar {
    case string = "s"
    case objectPath = "o"
    case uint32 = "u"
    case int32 = "i"
    case double = "d"
    case array = "a"
    case variant = "v"
    case entry = "e"

    var code: CChar { CChar(rawValue.value) }
    var signature: String { String(Character(rawValue)) }
}

/// A property's new value.
enum BusValue {
    case string(String)
    case uint32(UInt32)

    var type: BusType {
        switch self {
        case .string: .string
        case .uint32: .uint32
        }
    }
}
