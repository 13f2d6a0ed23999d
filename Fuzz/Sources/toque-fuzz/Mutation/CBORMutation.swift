import ToqueCBOR

/// Changes a data item into another one, because byte mutations seldom get past the decoder.
enum CBORMutation {
    /// - Parameter words: texts with a meaning for the item's reader.
    static func mutate(_ item: CBOR, words: [String], _ random: inout some RandomNumberGenerator) -> CBOR {
        var index = Int.random(in: 0..<count(item), using: &random)
        return change(item, at: &index) { replacement(of: $0, words: words, &random) }
    }

    private static func count(_ item: CBOR) -> Int {
        switch item {
        case .array(let items): items.reduce(1) { $0 + count($1) }
        case .map(let map): map.reduce(1) { $0 + count($1.value) }
        default: 1
        }
    }

    /// Changes the item with this index, counted from the outside; negative afterwards.
    private static func change(_ item: CBOR, at index: inout Int, _ body: (CBOR) -> CBOR) -> CBOR {
        guard index >= 0 else { return item }
        index -= 1
        if index < 0 { return body(item) }
        switch item {
        case .array(let items): return .array(items.map { change($0, at: &index, body) })
        case .map(let map): return .map(CBORMap(map.map { ($0.key, change($0.value, at: &index, body)) }))
        default: return item
        }
    }

    private static func replacement(
        of item: CBOR, words: [String], _ random: inout some RandomNumberGenerator
    ) -> CBOR {
        // Occasionally another type altogether.
        if Int.random(in: 0..<8, using: &random) == 0 { return anything(words, &random) }
        switch item {
        case .unsigned(let value):
            return .unsigned(
                [value &+ 1, value &- 1, value ^ 0x80, boundary(&random)].randomElement(using: &random) ?? 0)
        case .negative: return .negative(boundary(&random))
        case .bytes(let bytes): return .bytes(changed(bytes, &random))
        case .text: return .text(words.randomElement(using: &random) ?? "")
        case .array(var items):
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where !items.isEmpty: items.remove(at: Int.random(in: items.indices, using: &random))
            case 1 where !items.isEmpty:
                let item = items[Int.random(in: items.indices, using: &random)]
                items += Array(repeating: item, count: [1, 2, 20].randomElement(using: &random) ?? 1)
            default: items.append(anything(words, &random))
            }
            return .array(items)
        case .map(var map):
            let keys = map.map(\.key)
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where !keys.isEmpty: map[keys[Int.random(in: keys.indices, using: &random)]] = nil
            case 1 where !keys.isEmpty:
                map[keys[Int.random(in: keys.indices, using: &random)]] = anything(words, &random)
            default:
                let key: CBOR =
                    Bool.random(using: &random)
                    ? .unsigned(UInt64.random(in: 0..<16, using: &random))
                    : .text(words.randomElement(using: &random) ?? "")
                map[key] = anything(words, &random)
            }
            return .map(map)
        case .bool(let value): return .bool(!value)
        default: return anything(words, &random)
        }
    }

    private static func anything(_ words: [String], _ random: inout some RandomNumberGenerator) -> CBOR {
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: .unsigned(boundary(&random))
        case 2: .negative(boundary(&random))
        case 3, 4: .bytes([UInt8](repeating: .random(in: 0...255, using: &random), count: length(&random)))
        case 5: .text(words.randomElement(using: &random) ?? "")
        case 6: .bool(.random(using: &random))
        case 7: .array([])
        default: .map(CBORMap())
        }
    }

    private static func changed(_ bytes: [UInt8], _ random: inout some RandomNumberGenerator) -> [UInt8] {
        guard Bool.random(using: &random) else { return LibFuzzer.mutate(bytes, limit: 2048) }
        let count = length(&random)
        return Array(bytes.prefix(count)) + [UInt8](repeating: 0, count: max(0, count - bytes.count))
    }

    /// Valid lengths of parameters, and lengths next to them.
    private static func length(_ random: inout some RandomNumberGenerator) -> Int {
        [0, 1, 12, 15, 16, 17, 31, 32, 33, 48, 64, 65, 80, 255, 256, 1024].randomElement(using: &random) ?? 0
    }

    private static func boundary(_ random: inout some RandomNumberGenerator) -> UInt64 {
        let values: [UInt64] = [
            0, 1, 2, 3, 6, 7, 8, 16, 23, 24, 63, 64, 255, 256, 960, 0x7FFF, 0xFFFF, 1 << 31, 1 << 32, 1 << 63, .max,
        ]
        return values.randomElement(using: &random) ?? 0
    }
}
