import ToqueCrypto
import ToqueEncoding

/// The signature of a webhook: `TakeMe-Signature: t=SECONDS,v1=TAG`. The tag is HMAC-SHA-256 of the time, a period and
/// the raw body under the account's secret, in lower-case hexadecimal digits.
///
/// A receiver verifies the raw bytes before it parses them:
///
///     try TakeMeSignature.verify(header, of: body, secret: secret, at: .now(), tolerance: .seconds(300))
///     let event = try TakeMeEvent(json: JSON(parsing: body))
public struct TakeMeSignature: Sendable, Hashable, CustomStringConvertible {
    /// The name of the header.
    public static let header = "TakeMe-Signature"

    /// The time of the signature, in seconds since 1970-01-01T00:00:00Z.
    public let seconds: Int64
    private let tag: [UInt8]

    /// Signs a body.
    public init(signing body: [UInt8], at time: Timestamp, secret: borrowing SecretBytes) {
        seconds = time.seconds
        tag = Self.tag(of: body, signedAt: seconds, secret)
    }

    /// Parses the header's value. Each signature has exactly one spelling: a value that differs in a letter's case, a
    /// space or a leading zero is malformed.
    public init(_ value: String) throws(TakeMeSignatureError) {
        let parts = value.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let time = parts[0].text(after: "t="), let digits = parts[1].text(after: "v1="),
            time.utf8.count <= Self.timeLimit, let seconds = Int64(time), seconds >= 0,
            let tag = Hex.decode(digits), tag.count == Self.tagSize
        else { throw .malformed }
        (self.seconds, self.tag) = (seconds, tag)
        guard description.isIdentical(to: value) else { throw .malformed }
    }

    /// The header's value.
    public var description: String { "t=\(seconds),v1=\(Hex.encode(tag))" }

    /// Verifies that the sender of a webhook has the secret, and that the webhook is not an old one sent again. Takes
    /// constant time: the duration reveals nothing about the expected signature.
    /// - Parameters:
    ///   - value: the header's value; nil if absent.
    ///   - body: the raw bytes.
    ///   - secret: the secret key.
    ///   - now: the receiver's time.
    ///   - tolerance: the maximum difference of the two clocks, including the time of the delivery.
    public static func verify(
        _ value: String?, of body: [UInt8], secret: borrowing SecretBytes, at now: Timestamp, tolerance: Duration
    ) throws(TakeMeSignatureError) {
        guard let value else { throw .missing }
        let signature = try TakeMeSignature(value)
        guard tag(of: body, signedAt: signature.seconds, secret).constantTimeEquals(signature.tag) else {
            throw .mismatch
        }
        // Only genuine webhooks get the error that they are late.
        let age = Duration.seconds(now.seconds - signature.seconds)
        guard max(age, .zero - age) <= tolerance else { throw .outsideTolerance(age: age) }
    }

    private static let tagSize = 32
    /// The maximum number of digits: enough until the year 33658, and far from the type's limit.
    private static let timeLimit = 12

    private static func tag(of body: [UInt8], signedAt seconds: Int64, _ secret: borrowing SecretBytes) -> [UInt8] {
        HMAC.sha256(key: secret, message: Array("\(seconds).".utf8) + body)
    }
}

/// Why a webhook's signature is refused.
public enum TakeMeSignatureError: Error, Sendable, Hashable, CustomStringConvertible {
    case missing
    case malformed
    case mismatch
    /// - Parameter age: the signature's age by the receiver's clock; negative for a signature from the future.
    case outsideTolerance(age: Duration)

    public var description: String {
        let problem =
            switch self {
            case .missing: "no such header"
            case .malformed: "expected t=SECONDS,v1=TAG with a tag of 64 lower-case hexadecimal digits"
            case .mismatch: "not made from this time and body with this secret"
            case .outsideTolerance(let age) where age < .zero:
                "signed \(0 - age.components.seconds) seconds ahead of this clock, which is not tolerated"
            case .outsideTolerance(let age): "signed \(age.components.seconds) seconds ago, which is not tolerated"
            }
        return "\(TakeMeSignature.header): \(problem)"
    }
}

extension Substring {
    /// The text after a prefix; nil if it starts differently.
    fileprivate func text(after prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
