/// Who a certificate is of (RFC 5280 section 4.1.2.4), in the attributes that attestation certificates have.
public struct DistinguishedName: Sendable, Hashable {
    /// The attributes by their object identifiers (X.520).
    public enum Attribute: String, Sendable, Hashable, CaseIterable {
        case commonName = "2.5.4.3"
        case country = "2.5.4.6"
        case organization = "2.5.4.10"
        case organizationalUnit = "2.5.4.11"
    }

    public struct Entry: Sendable, Hashable {
        public var attribute: Attribute
        public var value: String

        public init(_ attribute: Attribute, _ value: String) {
            self.attribute = attribute
            self.value = value
        }
    }

    public var entries: [Entry]

    public init(_ entries: [Entry]) { self.entries = entries }

    /// - Parameter country: two letters of ISO 3166.
    public init(country: String, organization: String, organizationalUnit: String, commonName: String) {
        entries = [
            Entry(.country, country), Entry(.organization, organization),
            Entry(.organizationalUnit, organizationalUnit), Entry(.commonName, commonName),
        ]
    }

    /// The values of an attribute, in their order.
    public subscript(attribute: Attribute) -> [String] { entries.filter { $0.attribute == attribute }.map(\.value) }

    /// DER of the RDNSequence.
    var encoded: [UInt8] {
        get throws(CryptoError) {
            var names: [[UInt8]] = []
            for entry in entries {
                // X.520 has the country in a PrintableString; RFC 5280 wants UTF8String elsewhere.
                let value =
                    entry.attribute == .country ? DER.printableString(entry.value) : DER.utf8String(entry.value)
                names.append(DER.set(DER.sequence(try ASN1Object(entry.attribute.rawValue).encoded, value)))
            }
            return DER.sequence(of: names)
        }
    }
}
