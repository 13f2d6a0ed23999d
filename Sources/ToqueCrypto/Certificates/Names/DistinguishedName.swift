/// The subject or issuer of a certificate (RFC 5280 section 4.1.2.4): relative names from the outermost, such as the
/// country, to the innermost. Most have one attribute.
public struct DistinguishedName: Sendable, Hashable {
    /// An attribute type: any object identifier as dotted numbers.
    public struct Attribute: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// An attribute with its value.
    public struct Entry: Sendable, Hashable {
        public var attribute: Attribute
        /// The text of the value, or, if it is not a string, `#` and the hexadecimal digits of its content (RFC 4514
        /// section 2.4).
        public var value: String
        public var stringType: StringType

        /// - Parameter stringType: nil for the type that RFC 5280 and X.520 require.
        public init(_ attribute: Attribute, _ value: String, as stringType: StringType? = nil) {
            self.attribute = attribute
            self.value = value
            self.stringType = stringType ?? attribute.stringType
        }
    }

    /// The relative names, each a set of attributes.
    public var relativeNames: [[Entry]]

    /// All attributes, in order. The setter gives each a relative name of its own.
    public var entries: [Entry] {
        get { relativeNames.flatMap(\.self) }
        set { relativeNames = newValue.map { [$0] } }
    }

    public init(relativeNames: [[Entry]]) { self.relativeNames = relativeNames }

    /// Creates a name in which each attribute is a relative name of its own.
    public init(_ entries: [Entry] = []) { relativeNames = entries.map { [$0] } }

    /// - Parameter country: the two-letter ISO 3166 code.
    public init(country: String, organization: String, organizationalUnit: String, commonName: String) {
        self.init([
            Entry(.country, country), Entry(.organization, organization),
            Entry(.organizationalUnit, organizationalUnit), Entry(.commonName, commonName),
        ])
    }

    public var isEmpty: Bool { relativeNames.isEmpty }

    /// The values of an attribute, in order.
    public subscript(attribute: Attribute) -> [String] { entries.filter { $0.attribute == attribute }.map(\.value) }

    /// The RDNSequence in DER.
    /// - Throws: `unsupported` for a value that its string type cannot hold, and for an attribute that is not an object
    ///   identifier.
    public var encoded: [UInt8] {
        get throws(CryptoError) {
            var names: [[UInt8]] = []
            for relativeName in relativeNames {
                var attributes: [[UInt8]] = []
                for entry in relativeName {
                    attributes.append(
                        DER.sequence(
                            try DER.objectIdentifier(entry.attribute.rawValue),
                            try DER.string(entry.value, entry.stringType)))
                }
                names.append(DER.set(of: attributes))
            }
            return DER.sequence(of: names)
        }
    }
}

extension DistinguishedName.Attribute {
    // X.520
    public static let commonName = Self(rawValue: "2.5.4.3")
    public static let serialNumber = Self(rawValue: "2.5.4.5")
    public static let country = Self(rawValue: "2.5.4.6")
    public static let locality = Self(rawValue: "2.5.4.7")
    public static let stateOrProvince = Self(rawValue: "2.5.4.8")
    public static let organization = Self(rawValue: "2.5.4.10")
    public static let organizationalUnit = Self(rawValue: "2.5.4.11")
    public static let title = Self(rawValue: "2.5.4.12")
    // RFC 2985 and RFC 4519
    public static let emailAddress = Self(rawValue: "1.2.840.113549.1.9.1")
    public static let domainComponent = Self(rawValue: "0.9.2342.19200300.100.1.25")
    // TCG EK Credential Profile for TPM 2.0, section 3.1.2
    public static let tpmManufacturer = Self(rawValue: "2.23.133.2.1")
    public static let tpmModel = Self(rawValue: "2.23.133.2.2")
    public static let tpmVersion = Self(rawValue: "2.23.133.2.3")

    /// X.520 requires a PrintableString for country and serial number; RFC 5280 appendix A an IA5String for the next
    /// two, and a UTF8String elsewhere.
    var stringType: StringType {
        switch self {
        case .country, .serialNumber: .printable
        case .emailAddress, .domainComponent: .ia5
        default: .utf8
        }
    }
}
