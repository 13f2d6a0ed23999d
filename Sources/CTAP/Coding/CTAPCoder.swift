import ToqueCBOR

/// Visits the members of a structure.
protocol CTAPCoder {
    associatedtype Failure: Error

    /// - Parameters:
    ///   - name: nil if the key is the name.
    ///   - read: receives the item, nil if missing, and returns the value; nil leaves the value unchanged.
    ///   - write: returns the item, or nil to omit it.
    mutating func member<Value>(
        _ key: CBOR, named name: String?, as content: @autoclosure () -> CTAPMapKey.Content, _ value: inout Value,
        read: (CBOR?) throws(CTAPStatus) -> Value?, write: (Value) -> CBOR?
    ) throws(Failure)

    /// The member `subCommandParams`.
    mutating func subCommandParams<Command: CTAPSubcommands>(_ key: CBOR, of command: inout Command) throws(Failure)
}

extension CTAPCoder {
    /// An optional member.
    mutating func optional<Form: CTAPForm>(
        _ key: CBOR, named name: String? = nil, _ value: inout Form.Subject?, _ form: Form.Type,
        as content: @autoclosure () -> CTAPMapKey.Content = .plain
    ) throws(Failure) {
        try member(
            key, named: name, as: content(), &value,
            read: { (item: CBOR?) throws(CTAPStatus) -> Form.Subject?? in .some(try item.map(Form.read)) },
            write: { $0.map(Form.write) })
    }

    /// A required member.
    /// - Parameter missing: the status if it is absent.
    mutating func required<Form: CTAPForm>(
        _ key: CBOR, named name: String? = nil, _ value: inout Form.Subject, _ form: Form.Type,
        as content: @autoclosure () -> CTAPMapKey.Content = .plain, or missing: CTAPStatus = .missingParameter
    ) throws(Failure) {
        try member(
            key, named: name, as: content(), &value,
            read: { (item: CBOR?) throws(CTAPStatus) -> Form.Subject? in try Form.read(try item.orThrow(missing)) },
            write: { Form.write($0) })
    }

    /// A member for which empty and absent mean the same; it is omitted if empty.
    mutating func unlessEmpty<Form: CTAPForm>(
        _ key: CBOR, named name: String? = nil, _ value: inout Form.Subject, _ form: Form.Type,
        as content: @autoclosure () -> CTAPMapKey.Content = .plain
    ) throws(Failure) {
        try member(
            key, named: name, as: content(), &value,
            read: { (item: CBOR?) throws(CTAPStatus) -> Form.Subject? in try item.map(Form.read) },
            write: { value in
                let item = Form.write(value)
                return item.isEmpty ? nil : item
            })
    }
}

/// The same for values that are their own coded form.
extension CTAPCoder {
    mutating func optional<Value: CTAPForm>(
        _ key: CBOR, named name: String? = nil, _ value: inout Value?,
        as content: @autoclosure () -> CTAPMapKey.Content = .plain
    ) throws(Failure) where Value.Subject == Value {
        try optional(key, named: name, &value, Value.self, as: content())
    }

    mutating func required<Value: CTAPForm>(
        _ key: CBOR, named name: String? = nil, _ value: inout Value,
        as content: @autoclosure () -> CTAPMapKey.Content = .plain, or missing: CTAPStatus = .missingParameter
    ) throws(Failure) where Value.Subject == Value {
        try required(key, named: name, &value, Value.self, as: content(), or: missing)
    }

    mutating func unlessEmpty<Value: CTAPForm>(
        _ key: CBOR, named name: String? = nil, _ value: inout Value,
        as content: @autoclosure () -> CTAPMapKey.Content = .plain
    ) throws(Failure) where Value.Subject == Value {
        try unlessEmpty(key, named: name, &value, Value.self, as: content())
    }
}

struct CTAPReader: CTAPCoder {
    let map: CBORMap

    func member<Value>(
        _ key: CBOR, named name: String?, as content: @autoclosure () -> CTAPMapKey.Content, _ value: inout Value,
        read: (CBOR?) throws(CTAPStatus) -> Value?, write: (Value) -> CBOR?
    ) throws(CTAPStatus) {
        if let read = try read(map[key]) { value = read }
    }

    func subCommandParams<Command: CTAPSubcommands>(_ key: CBOR, of command: inout Command) throws(CTAPStatus) {
        guard let item = map[key] else { return }
        var reader = CTAPReader(map: try CBORMap.read(item))
        if command.hasParameters { try command.parameters(&reader) }
        // Only canonical bytes are read, so encoding the result gives the received bytes again.
        command.encodedParameters = item.encoded
    }
}

struct CTAPWriter: CTAPCoder {
    private(set) var entries: [(key: CBOR, value: CBOR)] = []

    mutating func member<Value>(
        _ key: CBOR, named name: String?, as content: @autoclosure () -> CTAPMapKey.Content, _ value: inout Value,
        read: (CBOR?) throws(CTAPStatus) -> Value?, write: (Value) -> CBOR?
    ) {
        if let item = write(value) { entries.append((key, item)) }
    }

    mutating func subCommandParams<Command: CTAPSubcommands>(_ key: CBOR, of command: inout Command) {
        if let item = command.subCommandParams { entries.append((key, item)) }
    }
}

/// Collects all possible members.
struct CTAPKeyList: CTAPCoder {
    private(set) var keys: [CTAPMapKey] = []

    mutating func member<Value>(
        _ key: CBOR, named name: String?, as content: @autoclosure () -> CTAPMapKey.Content, _ value: inout Value,
        read: (CBOR?) throws(CTAPStatus) -> Value?, write: (Value) -> CBOR?
    ) {
        keys.append(CTAPMapKey(value: key, name: name ?? key.textValue ?? "", content: content()))
    }

    mutating func subCommandParams<Command: CTAPSubcommands>(_ key: CBOR, of command: inout Command) {
        var list = CTAPKeyList()
        command.parameters(&list)
        keys.append(CTAPMapKey(value: key, name: "subCommandParams", content: .members(list.keys)))
    }
}

extension CBOR {
    /// True without elements, members or characters.
    fileprivate var isEmpty: Bool {
        switch self {
        case .array(let items): items.isEmpty
        case .map(let map): map.isEmpty
        case .text(let text): text.isEmpty
        case .unsigned, .negative, .bytes, .bool, .null, .undefined, .half, .float, .double: false
        }
    }
}
