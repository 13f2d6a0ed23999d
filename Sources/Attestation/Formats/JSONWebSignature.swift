import ToqueCOSE
import ToqueCrypto
import ToqueEncoding

/// Why a JSON Web Signature cannot be read.
public enum JSONWebSignatureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Not three base64url parts separated by dots, or a header that is not JSON.
    case malformed(String)
    /// An unsupported `alg`. `none` and symmetric algorithms are never accepted.
    case unsupportedAlgorithm(String)
    /// `crit` is present: the signer requires extensions, and this library supports none (RFC 7515 section 4.1.11).
    case criticalExtension
    /// `x5c` is missing or contains something other than certificates.
    case certificates(String)

    public var description: String {
        switch self {
        case .malformed(let reason): "JWS: \(reason)"
        case .unsupportedAlgorithm(let name): "JWS: algorithm \(name.quoted) is not supported"
        case .criticalExtension: "JWS: crit names extensions, none of which is supported"
        case .certificates(let reason): "JWS: x5c: \(reason)"
        }
    }
}

/// A JSON Web Signature in compact serialization (RFC 7515 section 3.1): the form of the FIDO Alliance's metadata and
/// of SafetyNet's responses.
public struct JSONWebSignature: Sendable, Hashable {
    /// The JOSE header: strict JSON without `crit`.
    public let header: JSONObject
    /// `alg`.
    public let algorithm: COSEAlgorithm
    public let payload: [UInt8]
    /// The JOSE form: for ECDSA, r and s one after the other.
    public let signature: [UInt8]
    /// The signed text: the first two parts as received, with the dot between them.
    public let signingInput: [UInt8]

    /// The accepted values of `alg` (RFC 7518 section 3.1): asymmetric and without SHA-1.
    private static let algorithms: Set<String> = [
        "ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512",
    ]

    /// JOSE's curves for ECDSA (section 3.4).
    private static let curves: [COSEAlgorithm: EllipticCurve] = [.es256: .p256, .es384: .p384, .es512: .p521]

    /// Reads a JWS without verifying its signature. The caller limits the size of the text.
    /// - Parameter compact: ASCII with nothing before or after it.
    public init(compact: [UInt8]) throws(JSONWebSignatureError) {
        let dot = UInt8(ascii: ".")
        guard let first = compact.firstIndex(of: dot), let last = compact.lastIndex(of: dot), first < last,
            !compact[(first + 1)..<last].contains(dot)
        else { throw .malformed("found no three parts with dots between them") }
        header = try Self.header(try Self.decode(compact[..<first], "header"))
        algorithm = try Self.algorithm(header)
        payload = try Self.decode(compact[(first + 1)..<last], "payload")
        signature = try Self.decode(compact[(last + 1)...], "signature")
        signingInput = Array(compact[..<last])
    }

    private static func decode(_ part: ArraySlice<UInt8>, _ name: String) throws(JSONWebSignatureError) -> [UInt8] {
        guard let bytes = Base64URL.decode(String(decoding: part, as: UTF8.self)) else {
            throw .malformed("the \(name) is not base64url without padding")
        }
        return bytes
    }

    private static func header(_ bytes: [UInt8]) throws(JSONWebSignatureError) -> JSONObject {
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: bytes, limits: .init(size: 1 << 17, depth: 8))
        } catch {
            throw .malformed("the header: \(error)")
        }
        guard case .object(let header) = json else {
            throw .malformed("the header is \(json.kind), expected an object")
        }
        guard header["crit"] == nil else { throw .criticalExtension }
        return header
    }

    private static func algorithm(_ header: JSONObject) throws(JSONWebSignatureError) -> COSEAlgorithm {
        guard let name = header["alg"]?.stringValue else { throw .malformed("the header has no alg, a string") }
        guard algorithms.contains(name), let algorithm = COSEAlgorithm(name: name) else {
            throw .unsupportedAlgorithm(name)
        }
        return algorithm
    }

    /// `x5c`: DER certificates, the signer's first (RFC 7515 section 4.1.6); at least one. They are base64, not
    /// base64url.
    public func x5c() throws(JSONWebSignatureError) -> [[UInt8]] {
        guard case .array(let items)? = header["x5c"], !items.isEmpty else {
            throw .certificates("expected an array of one certificate at least")
        }
        var certificates: [[UInt8]] = []
        for item in items {
            guard let der = item.stringValue.flatMap(Base64.decode) else {
                throw .certificates("expected base64 with padding")
            }
            certificates.append(der)
        }
        return certificates
    }

    /// The certificates of `x5c`.
    public func certificates() throws(JSONWebSignatureError) -> [Certificate] {
        var certificates: [Certificate] = []
        for der in try x5c() {
            do throws(CryptoError) {
                certificates.append(try Certificate(der: der))
            } catch {
                throw .certificates("\(error)")
            }
        }
        return certificates
    }

    /// True if this key made the signature. The key must fit `algorithm`.
    public func verify(with key: COSEVerifyingKey) -> Bool {
        guard key.algorithm == algorithm else { return false }
        guard let curve = Self.curves[algorithm] else { return key.verify(signature, of: signingInput) }
        guard let signature = ECDSASignature.der(concatenated: signature, curve: curve) else { return false }
        return key.verify(signature, of: signingInput)
    }
}
