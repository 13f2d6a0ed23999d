import ToqueEncoding

/// A file of a set of vectors: what it is, how each of its values was derived, and the vectors.
public struct VectorFile: Sendable, Hashable {
    /// Within the set's folder, such as `none-es256.json`.
    public let name: String
    /// What the vectors have in common, for people.
    public var description: String
    /// How each value was derived, by its name.
    public var derivations: JSONObject
    /// The private keys, by their names.
    public var keys: JSONObject
    public var vectors: Vectors

    public enum Vectors: Sendable, Hashable {
        /// Ceremonies as `CeremonyDocument.json` writes them, and some that nothing can read.
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
    /// - Parameter set: which the file belongs to.
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
