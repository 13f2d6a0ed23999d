import ToqueCBOR

/// What is a map in CTAP: a command's parameters, what a response returns, a structure inside of these.
protocol CTAPStructure: Sendable {
    /// One with nothing in it, which the reader fills.
    static var blank: Self { get }

    /// All that are known, in the order in which they are read; others are passed over (section 8).
    static var members: [CTAPMember<Self>] { get }

    /// Called when all members were read.
    mutating func complete() throws(CTAPStatus)
}

extension CTAPStructure {
    mutating func complete() throws(CTAPStatus) {}

    init(_ map: CBORMap) throws(CTAPStatus) {
        self = .blank
        try Self.members.read(map, into: &self)
        try complete()
    }

    var map: CBORMap { Self.members.written(from: self) }

    static var keys: [CTAPMapKey] { members.map(\.key) }
}

/// A member of a map: its key, how it is read and how it is written.
struct CTAPMember<Root>: Sendable {
    typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable

    let key: CTAPMapKey
    /// Takes the item; nil where it is missing.
    let read: @Sendable (CBOR?, inout Root) throws(CTAPStatus) -> Void
    /// Gives the item; nil where it is left out.
    let write: @Sendable (Root) -> CBOR?

    init(
        _ key: CBOR, _ name: String, as content: CTAPMapKey.Content = .plain,
        read: @escaping @Sendable (CBOR?, inout Root) throws(CTAPStatus) -> Void,
        write: @escaping @Sendable (Root) -> CBOR?
    ) {
        self.key = CTAPMapKey(value: key, name: name, content: content)
        self.read = read
        self.write = write
    }

    /// One that may be left out.
    static func optional<Value>(
        _ key: CBOR, _ name: String, _ path: Path<Value?>, _ form: CTAPForm<Value>,
        as content: CTAPMapKey.Content = .plain
    ) -> Self {
        Self(
            key, name, as: content,
            read: { (item: CBOR?, root: inout Root) throws(CTAPStatus) in
                root[keyPath: path] = try item.map(form.read)
            }, write: { $0[keyPath: path].map(form.write) })
    }

    /// One that nothing can do without.
    /// - Parameter missing: the status where it was not sent.
    static func required<Value>(
        _ key: CBOR, _ name: String, _ path: Path<Value>, _ form: CTAPForm<Value>,
        as content: CTAPMapKey.Content = .plain, or missing: CTAPStatus = .missingParameter
    ) -> Self {
        Self(
            key, name, as: content,
            read: { (item: CBOR?, root: inout Root) throws(CTAPStatus) in
                guard let item else { throw missing }
                root[keyPath: path] = try form.read(item)
            }, write: { form.write($0[keyPath: path]) })
    }

    /// One that says as much when it is left out as when it is empty, and then is left out.
    static func unlessEmpty<Value>(
        _ key: CBOR, _ name: String, _ path: Path<Value>, _ form: CTAPForm<Value>,
        as content: CTAPMapKey.Content = .plain
    ) -> Self {
        Self(
            key, name, as: content,
            read: { (item: CBOR?, root: inout Root) throws(CTAPStatus) in
                if let item { root[keyPath: path] = try form.read(item) }
            },
            write: { root in
                let item = form.write(root[keyPath: path])
                return item.isEmpty ? nil : item
            })
    }

    /// Parameters of a subcommand: a map whose members are the command's own. Its bytes are kept, for pinUvAuthParam is
    /// computed over what came.
    /// - Parameter isKnown: whether the command's subcommand is one that has these parameters.
    static func subCommandParams(
        _ key: CBOR, _ members: [Self], keptAs path: Path<[UInt8]?>,
        where isKnown: @escaping @Sendable (Root) -> Bool = { _ in true }
    ) -> Self {
        Self(
            key, "subCommandParams", as: .members(members.map(\.key)),
            read: { (item: CBOR?, root: inout Root) throws(CTAPStatus) in
                guard let item else { return }
                let map = try CTAPForm<CBORMap>.map.read(item)
                if isKnown(root) { try members.read(map, into: &root) }
                // Only canonical bytes are read, so that encoding what was read gives the very bytes that came.
                root[keyPath: path] = item.encoded
            }, write: { members.item(from: $0) })
    }
}

/// The same for keys that are names.
extension CTAPMember {
    static func optional<Value>(_ name: String, _ path: Path<Value?>, _ form: CTAPForm<Value>) -> Self {
        optional(.text(name), name, path, form)
    }

    static func required<Value>(
        _ name: String, _ path: Path<Value>, _ form: CTAPForm<Value>, or missing: CTAPStatus
    ) -> Self { required(.text(name), name, path, form, or: missing) }

    static func unlessEmpty<Value>(_ name: String, _ path: Path<Value>, _ form: CTAPForm<Value>) -> Self {
        unlessEmpty(.text(name), name, path, form)
    }
}

extension Array {
    func read<Root>(_ map: CBORMap, into root: inout Root) throws(CTAPStatus) where Element == CTAPMember<Root> {
        for member in self { try member.read(map[member.key.value], &root) }
    }

    func written<Root>(from root: Root) -> CBORMap where Element == CTAPMember<Root> {
        CBORMap(uniqueEntries: compactMap { member in member.write(root).map { (member.key.value, $0) } })
    }

    /// Those that are written, by name.
    func named<Root>(from root: Root) -> [(name: String, item: CBOR)] where Element == CTAPMember<Root> {
        compactMap { member in member.write(root).map { (member.key.name, $0) } }
    }

    /// nil where nothing is said.
    func item<Root>(from root: Root) -> CBOR? where Element == CTAPMember<Root> {
        let map = written(from: root)
        return map.isEmpty ? nil : .map(map)
    }
}

extension CBOR {
    /// No elements, members or characters.
    fileprivate var isEmpty: Bool {
        switch self {
        case .array(let items): items.isEmpty
        case .map(let map): map.isEmpty
        case .text(let text): text.isEmpty
        case .unsigned, .negative, .bytes, .bool, .null, .undefined, .half, .float, .double: false
        }
    }
}
