/// The status word at the end of every U2F response (FIDO U2F Raw Message Formats, section 3.3; ISO/IEC 7816-4).
public struct U2FStatus: RawRepresentable, Error, Sendable, Hashable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let noError = U2FStatus(rawValue: 0x9000)
    public static let wrongLength = U2FStatus(rawValue: 0x6700)
    /// Nobody has touched the device yet. Also the response to a mere check of a key handle that belongs to the device.
    public static let conditionsNotSatisfied = U2FStatus(rawValue: 0x6985)
    public static let commandNotAllowed = U2FStatus(rawValue: 0x6986)
    /// The key handle belongs to another device or another application.
    public static let wrongData = U2FStatus(rawValue: 0x6A80)
    public static let insNotSupported = U2FStatus(rawValue: 0x6D00)
    public static let claNotSupported = U2FStatus(rawValue: 0x6E00)
    /// The device itself failed, in its storage or its cryptography.
    public static let noPreciseDiagnosis = U2FStatus(rawValue: 0x6F00)

    /// The two bytes, most significant first.
    public var encoded: [UInt8] { [UInt8(rawValue >> 8), UInt8(truncatingIfNeeded: rawValue)] }
}

extension U2FStatus: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noError: "noError"
        case .wrongLength: "wrongLength"
        case .conditionsNotSatisfied: "conditionsNotSatisfied"
        case .commandNotAllowed: "commandNotAllowed"
        case .wrongData: "wrongData"
        case .insNotSupported: "insNotSupported"
        case .claNotSupported: "claNotSupported"
        case .noPreciseDiagnosis: "noPreciseDiagnosis"
        default: "0x" + String(rawValue, radix: 16)
        }
    }
}
