import ToqueCBOR

/// What is a map in CTAP: a command's parameters, what a response returns, a structure inside of these. Its members are
/// listed once, for those who read, write and show them.
protocol CTAPStructure: CTAPForm, Sendable where Subject == Self {
    /// One with nothing in it, which the reader fills.
    static var blank: Self { get }

    /// Takes the coder through all members that are known, in the order in which they are read; others are passed over
    /// (section 8).
    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure)

    /// Called when all members were read.
    mutating func complete() throws(CTAPStatus)
}

extension CTAPStructure {
    mutating func complete() throws(CTAPStatus) {}

    init(_ map: CBORMap) throws(CTAPStatus) {
        self = .blank
        var reader = CTAPReader(map: map)
        try members(&reader)
        try complete()
    }

    var map: CBORMap {
        var (copy, writer) = (self, CTAPWriter())
        copy.members(&writer)
        return CBORMap(uniqueEntries: writer.entries)
    }

    static var keys: [CTAPMapKey] {
        var (copy, list) = (blank, CTAPKeyList())
        copy.members(&list)
        return list.keys
    }

    static func read(_ item: CBOR) throws(CTAPStatus) -> Self { try Self(try CBORMap.read(item)) }
    static func write(_ structure: Self) -> CBOR { .map(structure.map) }
}

/// A command whose subcommands have parameters, in a map inside of its own.
protocol CTAPSubcommands: CTAPStructure {
    /// The map as it came, for pinUvAuthParam is computed over these bytes.
    var encodedParameters: [UInt8]? { get set }
    /// Whether the subcommand is one that has the parameters below.
    var hasParameters: Bool { get }

    /// The same as `members` for these parameters.
    mutating func parameters<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure)
}

extension CTAPSubcommands {
    var hasParameters: Bool { true }

    /// nil where there are none.
    var subCommandParams: CBOR? {
        var (copy, writer) = (self, CTAPWriter())
        copy.parameters(&writer)
        return writer.entries.isEmpty ? nil : .map(CBORMap(uniqueEntries: writer.entries))
    }
}
