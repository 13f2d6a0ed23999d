/// Why a structure of a Trusted Platform Module cannot be read.
public enum TPMError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes end inside a field of the structure.
    case truncated(structure: String, field: String)
    /// Bytes follow the structure.
    case trailing(structure: String, count: Int)
    /// A field has an invalid value.
    case invalid(structure: String, field: String, String)

    public var description: String {
        switch self {
        case .truncated(let structure, let field): "\(structure): the bytes end within \(field)"
        case .trailing(let structure, let count): "\(structure): \(count) bytes follow it"
        case .invalid(let structure, let field, let reason): "\(structure): \(field) \(reason)"
        }
    }
}

/// Reads a TPM's structures, whose numbers are big-endian (TPM 2.0 Library Part 2 section 4.2).
struct TPMReader {
    private var bytes: ArraySlice<UInt8>
    private let structure: String

    /// - Parameter structure: its name, for errors.
    init(_ bytes: [UInt8], structure: String) {
        self.bytes = bytes[...]
        self.structure = structure
    }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
        _ field: String, as type: Number.Type = Number.self
    ) throws(TPMError) -> Number {
        try take(MemoryLayout<Number>.size, field).reduce(0) { $0 << 8 | Number($1) }
    }

    /// A TPM2B: a two-byte size, followed by that many bytes.
    mutating func sized(_ field: String) throws(TPMError) -> [UInt8] {
        Array(try take(Int(number(field, as: UInt16.self)), field))
    }

    mutating func algorithm(_ field: String) throws(TPMError) -> TPMAlgorithm {
        TPMAlgorithm(rawValue: try number(field))
    }

    func expectEnd() throws(TPMError) {
        guard bytes.isEmpty else { throw .trailing(structure: structure, count: bytes.count) }
    }

    func invalid(_ field: String, _ reason: String) -> TPMError {
        .invalid(structure: structure, field: field, reason)
    }

    private mutating func take(_ count: Int, _ field: String) throws(TPMError) -> ArraySlice<UInt8> {
        guard bytes.count >= count else { throw .truncated(structure: structure, field: field) }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }
}

/// Writes a TPM's structures.
struct TPMWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: some FixedWidthInteger & UnsignedInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }

    /// A TPM2B. Longer data is cut: no field of a TPM comes near 65,535 bytes.
    mutating func write(sized content: [UInt8]) {
        let content = content.prefix(Int(UInt16.max))
        write(UInt16(content.count))
        bytes += content
    }

    mutating func write(_ algorithm: TPMAlgorithm) { write(algorithm.rawValue) }
}
