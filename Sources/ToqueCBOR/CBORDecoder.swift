import CLibCBOR

extension CBOR {
    /// How strictly bytes are read. Always: well-formed, definite lengths, no tags, no duplicate keys.
    public struct DecodingRules: Sendable {
        /// Heads must be in their shortest form and map keys in order (CTAP 2.3 section 8).
        public var canonical: Bool
        /// The maximum nesting of arrays and maps.
        public var depth: Int

        public init(canonical: Bool, depth: Int) {
            self.canonical = canonical
            self.depth = depth
        }

        /// CTAP messages: canonical, nesting at most 4.
        public static let ctap2 = DecodingRules(canonical: true, depth: 4)
        /// COSE keys and authenticator extensions: canonical.
        public static let canonical = DecodingRules(canonical: true, depth: 8)
        /// Attestation objects: some real ones have an outer map out of CTAP2's order.
        public static let wellFormed = DecodingRules(canonical: false, depth: 8)
    }

    /// Decodes exactly one item.
    /// - Throws: `CBORError` with the offset of the first fault; `trailingBytes` if bytes follow.
    public init(decoding bytes: [UInt8], rules: DecodingRules = .ctap2) throws(CBORError) {
        let (item, end) = try Self.decodePrefix(bytes[...], rules: rules)
        guard end == bytes.count else { throw CBORError(.trailingBytes(bytes.count - end), at: end) }
        self = item
    }

    /// Decodes the first item and returns the index after it.
    public static func decodePrefix(
        _ bytes: ArraySlice<UInt8>, rules: DecodingRules
    ) throws(CBORError) -> (item: CBOR, end: Int) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(CBORError) in
            var decoder = CBORDecoder(input: buffer, rules: rules)
            let item = try decoder.item(depth: 0)
            return (item, bytes.startIndex + decoder.position)
        }
    }
}

/// Reads items with libcbor's streaming interface, which allocates no memory and reveals the width of each head.
struct CBORDecoder {
    private let input: UnsafeBufferPointer<UInt8>
    private let rules: CBOR.DecodingRules
    private(set) var position = 0

    init(input: UnsafeBufferPointer<UInt8>, rules: CBOR.DecodingRules) {
        self.input = input
        self.rules = rules
    }

    /// libcbor's report of one head.
    private enum Event {
        case none
        case unsigned(UInt64), negative(UInt64)
        case bytes(UnsafePointer<UInt8>?, Int), text(UnsafePointer<UInt8>?, Int)
        case array(UInt64), map(UInt64)
        case tag, indefinite
        case bool(Bool), null, undefined
        case half, float(Float), double(Double)
    }

    mutating func item(depth: Int) throws(CBORError) -> CBOR {
        let start = position
        let (event, headLength) = try next()
        switch event {
        case .unsigned(let value):
            try checkMinimal(value, headLength, at: start)
            return .unsigned(value)
        case .negative(let value):
            try checkMinimal(value, headLength, at: start)
            return .negative(value)
        case .bytes(let pointer, let count):
            try checkMinimal(UInt64(count), headLength - count, at: start)
            return .bytes(Array(UnsafeBufferPointer(start: pointer, count: count)))
        case .text(let pointer, let count):
            try checkMinimal(UInt64(count), headLength - count, at: start)
            let utf8 = UnsafeBufferPointer(start: pointer, count: count)
            guard let text = String(validating: utf8, as: UTF8.self) else { throw CBORError(.invalidUTF8, at: start) }
            return .text(text)
        case .array(let count):
            try checkMinimal(count, headLength, at: start)
            return .array(try array(count, depth: depth + 1, start: start))
        case .map(let count):
            try checkMinimal(count, headLength, at: start)
            return .map(try map(count, depth: depth + 1, start: start))
        case .bool(let value): return .bool(value)
        case .null: return .null
        case .undefined: return .undefined
        case .half: return .half(UInt16(input[start + 1]) << 8 | UInt16(input[start + 2]))
        case .float(let value): return .float(value)
        case .double(let value): return .double(value)
        case .tag: throw CBORError(.tag, at: start)
        case .indefinite: throw CBORError(.indefiniteLength, at: start)
        case .none: throw CBORError(.malformed, at: start)
        }
    }

    private func checkMinimal(_ value: UInt64, _ headLength: Int, at start: Int) throws(CBORError) {
        guard rules.canonical else { return }
        let shortest =
            switch value {
            case 0..<24: 1
            case 24...0xFF: 2
            case 0x100...0xFFFF: 3
            case 0x1_0000...0xFFFF_FFFF: 5
            default: 9
            }
        guard headLength == shortest else { throw CBORError(.notMinimal, at: start) }
    }

    /// Each element takes at least a byte, so a count beyond the input is refused at once. The count alone reserves no
    /// memory: nested arrays could each claim the whole input.
    private func checkContainer(_ items: UInt64, depth: Int, start: Int) throws(CBORError) {
        guard depth <= rules.depth else { throw CBORError(.depth(rules.depth), at: start) }
        guard items <= UInt64(input.count - position) else { throw CBORError(.truncated, at: start) }
    }

    private mutating func array(_ count: UInt64, depth: Int, start: Int) throws(CBORError) -> [CBOR] {
        try checkContainer(count, depth: depth, start: start)
        var items: [CBOR] = []
        for _ in 0..<count { items.append(try item(depth: depth)) }
        return items
    }

    private mutating func map(_ count: UInt64, depth: Int, start: Int) throws(CBORError) -> CBORMap {
        try checkContainer(count, depth: depth, start: start)
        var entries: [(key: CBOR, value: CBOR)] = []
        var seen: Set<CBOR> = []
        var previous: Range<Int>?
        for _ in 0..<count {
            let keyStart = position
            let key = try item(depth: depth)
            let keyRange = keyStart..<position
            if rules.canonical {
                // Keys that each exceed the one before are sorted and unique.
                if let previous {
                    guard !input[previous].elementsEqual(input[keyRange]) else {
                        throw CBORError(.duplicateKey, at: keyStart)
                    }
                    guard input[previous].lexicographicallyPrecedes(input[keyRange]) else {
                        throw CBORError(.keyOrder, at: keyStart)
                    }
                }
                previous = keyRange
            } else {
                guard seen.insert(key).inserted else { throw CBORError(.duplicateKey, at: keyStart) }
            }
            entries.append((key, try item(depth: depth)))
        }
        return CBORMap(uniqueEntries: entries)
    }

    /// The next head or whole string, and its length in bytes.
    private mutating func next() throws(CBORError) -> (Event, Int) {
        let start = position
        guard start < input.count, let base = input.baseAddress else { throw CBORError(.truncated, at: start) }
        // A simple value with a byte of its own: libcbor reports it as merely malformed.
        if input[start] == 0xF8 || (0xE0...0xF3).contains(input[start]) {
            throw CBORError(.simpleValue, at: start)
        }
        var event = Event.none
        let result = withUnsafeMutablePointer(to: &event) { pointer in
            cbor_stream_decode(base + start, input.count - start, Self.callbacks, pointer)
        }
        switch result.status {
        case CBOR_DECODER_FINISHED:
            position += result.read
            return (event, result.read)
        case CBOR_DECODER_NEDATA: throw CBORError(.truncated, at: start)
        default: throw CBORError(.malformed, at: start)
        }
    }

    private static func report(_ context: UnsafeMutableRawPointer?, _ event: Event) {
        context?.assumingMemoryBound(to: Event.self).pointee = event
    }

    /// At one address for all calls. libcbor counts in size_t, which Swift reads as Int: counts of 2^63 and more arrive
    /// negative and are converted back.
    nonisolated(unsafe) private static let callbacks: UnsafePointer<cbor_callbacks> = {
        var callbacks = cbor_empty_callbacks
        callbacks.uint8 = { CBORDecoder.report($0, .unsigned(UInt64($1))) }
        callbacks.uint16 = { CBORDecoder.report($0, .unsigned(UInt64($1))) }
        callbacks.uint32 = { CBORDecoder.report($0, .unsigned(UInt64($1))) }
        callbacks.uint64 = { CBORDecoder.report($0, .unsigned($1)) }
        callbacks.negint8 = { CBORDecoder.report($0, .negative(UInt64($1))) }
        callbacks.negint16 = { CBORDecoder.report($0, .negative(UInt64($1))) }
        callbacks.negint32 = { CBORDecoder.report($0, .negative(UInt64($1))) }
        callbacks.negint64 = { CBORDecoder.report($0, .negative($1)) }
        callbacks.byte_string = { CBORDecoder.report($0, .bytes($1, Int($2))) }
        callbacks.byte_string_start = { CBORDecoder.report($0, .indefinite) }
        callbacks.string = { CBORDecoder.report($0, .text($1, Int($2))) }
        callbacks.string_start = { CBORDecoder.report($0, .indefinite) }
        callbacks.array_start = { CBORDecoder.report($0, .array(UInt64(truncatingIfNeeded: $1))) }
        callbacks.indef_array_start = { CBORDecoder.report($0, .indefinite) }
        callbacks.map_start = { CBORDecoder.report($0, .map(UInt64(truncatingIfNeeded: $1))) }
        callbacks.indef_map_start = { CBORDecoder.report($0, .indefinite) }
        callbacks.indef_break = { CBORDecoder.report($0, .none) }
        callbacks.tag = { context, _ in CBORDecoder.report(context, .tag) }
        callbacks.boolean = { CBORDecoder.report($0, .bool($1)) }
        callbacks.null = { CBORDecoder.report($0, .null) }
        callbacks.undefined = { CBORDecoder.report($0, .undefined) }
        callbacks.float2 = { context, _ in CBORDecoder.report(context, .half) }
        callbacks.float4 = { CBORDecoder.report($0, .float($1)) }
        callbacks.float8 = { CBORDecoder.report($0, .double($1)) }
        let pointer = UnsafeMutablePointer<cbor_callbacks>.allocate(capacity: 1)
        pointer.initialize(to: callbacks)
        return UnsafePointer(pointer)
    }()
}
