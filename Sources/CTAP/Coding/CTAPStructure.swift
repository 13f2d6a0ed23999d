import ToqueCBOR

/// A map in CTAP: a command's parameters, a response, or a structure inside of these. Its members are listed once, for
/// reading, writing and showing them.
protocol CTAPStructure: CTAPForm, Sendable where Subject == Self {
    /// Creates an empty one, which the reader fills.
    static var blank: Self { get }

    /// Takes the coder through all known members, in the order in which they are read. Others are ignored (section 8).
    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure)

    /// Called after all members were read.
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

/// A command whose subcommands have parameters, in a map inside its own.
protocol CTAPSubcommands: CTAPStructure {
    /// The map as received, because pinUvAuthParam covers these bytes.
    var encodedParameters: [UInt8]? { get set }
    /// True if the subcommand has the parameters below.
    var hasParameters: Bool { get }

    /// Like `members`, for these parameters.
    mutating func parameters<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure)
}

extension CTAPSubcommands {
    var hasParameters: Bool { true }

    /// nil if there are none.
    var subCommandParams: CBOR? {
        var (copy, writer) = (self, CTAPWriter())
        copy.parameters(&writer)
        return writer.entries.isEmpty ? nil : .map(CBORMap(uniqueEntries: writer.entries))
    }
}
