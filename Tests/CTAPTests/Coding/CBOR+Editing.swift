import ToqueCBOR

extension CBOR {
    /// Returns the item at a path of map keys and array indices.
    subscript(_ path: some Collection<CBOR>) -> CBOR? {
        guard let step = path.first else { return self }
        return child(step)?[path.dropFirst()]
    }

    private func child(_ step: CBOR) -> CBOR? {
        switch self {
        case .map(let map): map[step]
        case .array(let items): step.intValue.flatMap { items.indices.contains($0) ? items[$0] : nil }
        default: nil
        }
    }

    /// Returns the item with another one, or none, at the path.
    func replacing(_ path: some Collection<CBOR>, with item: CBOR?) -> CBOR? {
        guard let step = path.first else { return item }
        let child = child(step)
        let replaced = path.count == 1 ? item : child?.replacing(path.dropFirst(), with: item)
        switch self {
        case .map(var map):
            map[step] = replaced
            return .map(map)
        case .array(var items):
            guard let index = step.intValue, items.indices.contains(index) else { return self }
            items.replaceSubrange(index...index, with: replaced.map { [$0] } ?? [])
            return .array(items)
        default: return self
        }
    }

    /// The paths to all nested maps.
    var pathsOfMaps: [[CBOR]] {
        switch self {
        case .map(let map):
            [[]] + map.flatMap { key, value in value.pathsOfMaps.map { [key] + $0 } }
        case .array(let items):
            items.enumerated().flatMap { index, value in value.pathsOfMaps.map { [.int(index)] + $0 } }
        default: []
        }
    }

    /// Returns the encoding with changed entries of the map at the path, including invalid ones.
    func encoded(
        changingMapAt path: some Collection<CBOR>, _ change: ([[UInt8]]) -> [[UInt8]]
    ) -> [UInt8] {
        let step = path.first
        switch self {
        case .map(let map):
            let entries = map.map { key, value in
                key.encoded + (key == step ? value.encoded(changingMapAt: path.dropFirst(), change) : value.encoded)
            }.sorted { $0.lexicographicallyPrecedes($1) }
            let changed = step == nil ? change(entries) : entries
            return [0xA0 + UInt8(changed.count)] + changed.flatMap { $0 }
        case .array(let items):
            let elements = items.enumerated().map { index, item in
                .int(index) == step ? item.encoded(changingMapAt: path.dropFirst(), change) : item.encoded
            }
            return [0x80 + UInt8(elements.count)] + elements.flatMap { $0 }
        default: return encoded
        }
    }
}
