import ToqueCBOR

/// The set `ctap2-cbor`: inputs in CTAP2's canonical CBOR encoding form (CTAP 2.3 section 8), and inputs that break one
/// of its rules, with the reason.
public enum CTAP2CBOR {
    /// The set's one file.
    public static func file() -> VectorFile {
        VectorFile(
            name: "inputs.json",
            description: """
                CTAP 2.2 section 8, "CTAP2 canonical CBOR encoding form": whether a decoder of CTAP messages takes the \
                input, and why not. The reason is in this project's words; the byte that it names is the first of the \
                item at fault.
                """,
            vectors: .cbor(inputs))
    }

    static var inputs: [CBORVector] { integers + strings + containers + maps + values + structure }

    static func canonical(_ id: String, _ input: [UInt8]) -> CBORVector {
        CBORVector(id: "canonical/\(id)", input: input)
    }

    /// - Parameter offset: the byte in the reason.
    static func refused(
        _ id: String, _ input: [UInt8], _ reason: CBORError.Reason, at offset: Int = 0
    ) -> CBORVector {
        CBORVector(id: "refused/\(id)", input: input, reason: CBORError(reason, at: offset).description)
    }

    /// A head with an argument of a given width, even if fewer bytes would do.
    /// - Parameters:
    ///   - majorType: 0 to 7.
    ///   - width: 0, 1, 2, 4 or 8; with 0 the argument is at most 23.
    static func head(_ majorType: UInt8, _ argument: UInt64, width: Int) -> [UInt8] {
        let information: UInt8 =
            switch width {
            case 1: 24
            case 2: 25
            case 4: 26
            case 8: 27
            default: UInt8(truncatingIfNeeded: argument)
            }
        return [majorType << 5 | information]
            + (0..<width).reversed().map { UInt8(truncatingIfNeeded: argument >> (8 * UInt64($0))) }
    }

    /// The arguments at the boundaries of each width, with the shortest width.
    static let borders: [(argument: UInt64, width: Int)] = [
        (0, 0), (23, 0), (24, 1), (0xFF, 1), (0x100, 2), (0xFFFF, 2), (0x1_0000, 4), (0xFFFF_FFFF, 4),
        (0x1_0000_0000, 8), (.max, 8),
    ]
}
