extension DistinguishedName: CustomStringConvertible {
    /// The name in RFC 4514 form, the innermost attribute first: `CN=Example, O=Company, C=BR`. The space after a comma
    /// is for readability. An attribute without a short name appears as its dotted numbers.
    public var description: String {
        relativeNames.reversed().map { $0.map(\.description).joined(separator: "+") }.joined(separator: ", ")
    }
}

extension DistinguishedName.Entry: CustomStringConvertible {
    /// One attribute such as `CN=Example`, escaped as RFC 4514 section 2.4 requires.
    public var description: String {
        var escaped = ""
        let last = value.unicodeScalars.indices.last
        for index in value.unicodeScalars.indices {
            let scalar = value.unicodeScalars[index]
            switch scalar {
            case "\"", "+", ",", ";", "<", ">", "\\": escaped += "\\\(scalar)"
            case " " where index == value.startIndex || index == last, "#" where index == value.startIndex:
                // A value that is not a string starts with `#` itself.
                escaped += stringType.isText ? "\\\(scalar)" : "\(scalar)"
            case _ where scalar.isPlain: escaped.unicodeScalars.append(scalar)
            default: escaped += String(scalar).utf8.map { "\\" + hexadecimal($0) }.joined()
            }
        }
        return "\(attribute.shortName ?? attribute.rawValue)=\(escaped)"
    }
}

extension Unicode.Scalar {
    /// False for characters that do not belong in a line of text: controls, directions, line ends.
    fileprivate var isPlain: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
    }
}

/// Two hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String { (byte < 0x10 ? "0" : "") + String(byte, radix: 16) }

extension DistinguishedName.Attribute: CustomStringConvertible {
    /// The short name from RFC 4514 section 3 or common use; nil if there is none.
    public var shortName: String? {
        switch self {
        case .commonName: "CN"
        case .serialNumber: "SERIALNUMBER"
        case .country: "C"
        case .locality: "L"
        case .stateOrProvince: "ST"
        case .organization: "O"
        case .organizationalUnit: "OU"
        case .title: "T"
        case .emailAddress: "E"
        case .domainComponent: "DC"
        default: nil
        }
    }

    public var description: String { shortName ?? rawValue }
}
