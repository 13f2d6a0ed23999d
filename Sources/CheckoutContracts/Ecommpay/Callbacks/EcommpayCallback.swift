import ToqueCrypto
import ToqueEncoding

/// ecommpay's message about a payment to a merchant's server. It is delivered again until the server answers 200.
/// Ignore a callback that repeats an operation's status.
public struct EcommpayCallback: Sendable, Hashable {
    public var projectID = 0
    public var payment = EcommpayCallbackPayment.blank
    public var customerID: String?
    public var operation: EcommpayCallbackOperation?
    /// The repeated payment that this one registered, as received.
    public var recurring: JSONObject?
    public var signature: String?

    public init() {}

    /// Reads a callback and verifies its signature.
    /// - Parameters:
    ///   - body: the raw bytes.
    ///   - key: the project's secret key.
    public static func verifying(
        _ body: [UInt8], key: borrowing SecretBytes
    ) throws(EcommpayCallbackError) -> EcommpayCallback {
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: body)
        } catch {
            throw .syntax(error)
        }
        guard let message = json.objectValue else {
            throw .member(JSONReader(json).mismatch(expected: "an object"))
        }
        guard EcommpaySignature.carried(by: message) != nil else { throw .unsigned }
        guard EcommpaySignature.verify(message: message, key: key) else { throw .wrongSignature }
        do throws(JSONMemberError) {
            return try EcommpayCallback(JSONReader(json))
        } catch {
            throw .member(error)
        }
    }
}

/// Why a callback must be ignored.
public enum EcommpayCallbackError: Error, Sendable, Hashable, CustomStringConvertible {
    case syntax(JSONSyntaxError)
    case unsigned
    case wrongSignature
    case member(JSONMemberError)

    public var description: String {
        switch self {
        case .syntax(let error): "the callback is not JSON: \(error)"
        case .unsigned: "signature: found nothing, expected the callback's signature"
        case .wrongSignature: "signature: it is not the signature of this callback with this key"
        case .member(let error): error.description
        }
    }
}

extension EcommpayCallback: JSONStructure {
    package static let blank = EcommpayCallback()

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("project_id", &projectID)
        coder.required("payment", &payment)
        coder.object("customer", .optional, isAbsent: customerID == nil) { $0.optional("id", &customerID) }
        coder.optional("operation", &operation)
        coder.optional("recurring", &recurring)
        coder.optional("signature", &signature)
    }
}
