import ToqueCrypto
import ToqueEncoding

/// The signature of a webhook: `TakeMe-Signature: t=SECONDS,v1=TAG`. The tag is HMAC-SHA-256 of the time, a period and
/// the raw body under the account's secret, in lower-case hexadecimal digits.
///
/// A receiver judges the bytes as they came, before it reads them:
///
///     try TakeMeSignature.verify(header, of: body, secret: secret, at: .now(), tolerance: .seconds(300))
///     let event = try TakeMeEvent(json: JSON(parsing: body))
public struct TakeMeSignature: Sendable, Hashable, CustomStringConvertible {
    /// The name of the header.
    public static let header = "TakeMe-Signature"

    /// When the webhook was signed, in seconds since 1970-01-01T00:00:00Z.
    public let seconds: Int64
    private let tag: [UInt8]

    /// Signs a body.
    public init(signing body: [UInt8], at time: Timestamp, secret: borrowing SecretBytes) {
        seconds = time.seconds
        tag = Self.tag(of: body, signedAt: seconds, secret)
    }

    /// Reads the header's value. There is one spelling of each signature: a value that differs from it in a letter's
    /// case, a space or a leading zero is malformed.
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

    /// Checks that a webhook comes from who has the secret, and is no old one that somebody sends again. The time that
    /// it takes does not tell how much of a signature is right.
    /// - Parameters:
    ///   - value: of the header; nil where there is none.
    ///   - body: as it came.
    ///   - secret: the secret key.
    ///   - now: the receiver's time.
    ///   - tolerance: how far the two clocks may be apart, and how long the webhook may have been under way.
    public static func verify(
        _ value: String?, of body: [UInt8], secret: borrowing SecretBytes, at now: Timestamp, tolerance: Duration
    ) throws(TakeMeSignatureError) {
        guard let value else { throw .missing }
        let signature = try TakeMeSignature(value)
        guard tag(of: body, signedAt: signature.seconds, secret).constantTimeEquals(signature.tag) else {
            throw .mismatch
        }
        // Only what is genuine is told that it comes too late.
        let age = Duration.seconds(now.seconds - signature.seconds)
        guard max(age, .zero - age) <= tolerance else { throw .outsideTolerance(age: age) }
    }

    private static let tagSize = 32
    /// Digits: until the year 33658, and far from the end of the type.
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
    /// - Parameter age: of the signature by the receiver's clock; below zero where it comes from the future.
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
    /// What stands behind a prefix; nil for another beginning.
    fileprivate func text(after prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
