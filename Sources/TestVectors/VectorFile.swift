import ToqueEncoding

/// A file of a set: a description, the derivation of each value, and the vectors.
public struct VectorFile: Sendable, Hashable {
    /// The name within the set's folder, such as `none-es256.json`.
    public let name: String
    /// The common subject of the vectors, for people.
    public var description: String
    /// The derivation of each value, by name.
    public var derivations: JSONObject
    /// The private keys, by name.
    public var keys: JSONObject
    public var vectors: Vectors

    public enum Vectors: Sendable, Hashable {
        /// Ceremonies in the form of `CeremonyDocument.json`, and some unreadable ones.
        case ceremonies([JSON])
        case cbor([CBORVector])
    }

    public init(
        name: String, description: String, derivations: JSONObject = [:], keys: JSONObject = [:], vectors: Vectors
    ) {
        self.name = name
        self.description = description
        self.derivations = derivations
        self.keys = keys
        self.vectors = vectors
    }

    /// The file's JSON.
    /// - Parameter set: the file's set.
    public func json(of set: VectorSet) -> JSON {
        var json: JSONObject = ["set": .string(set.rawValue), "description": .string(description)]
        json["derivations"] = derivations.isEmpty ? nil : .object(derivations)
        json["keys"] = keys.isEmpty ? nil : .object(keys)
        switch vectors {
        case .ceremonies(let ceremonies): json["ceremonies"] = .array(ceremonies)
        case .cbor(let inputs): json["inputs"] = .array(inputs.map(\.json))
        }
        return .object(json)
    }
}
