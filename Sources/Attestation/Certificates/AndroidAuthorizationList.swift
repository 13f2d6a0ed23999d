import ToqueCrypto

/// The authorizations of an Android key that attestation checks (section 8.4.1). Each has its own explicit tag. All
/// others are ignored; each version of KeyMint adds some.
public struct AndroidAuthorizationList: Sendable, Hashable {
    /// The key's permitted purposes.
    public struct Purpose: RawRepresentable, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// KM_PURPOSE_SIGN.
        public static let sign = Purpose(rawValue: 2)
    }

    /// The key's origin.
    public struct Origin: RawRepresentable, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// KM_ORIGIN_GENERATED: the key was generated where it is kept, and has never been elsewhere.
        public static let generated = Origin(rawValue: 0)
    }

    /// Empty if the list has none.
    public var purposes: Set<Purpose>
    /// Nil if the list has none.
    public var origin: Origin?
    /// True if any application of the device may use the key.
    public var allApplications: Bool

    public init(purposes: Set<Purpose> = [], origin: Origin? = nil, allApplications: Bool = false) {
        self.purposes = purposes
        self.origin = origin
        self.allApplications = allApplications
    }

    /// KM_TAG_PURPOSE, KM_TAG_ALL_APPLICATIONS and KM_TAG_ORIGIN without their types.
    private enum Tag: UInt {
        case purpose = 1
        case allApplications = 600
        case origin = 702
    }

    /// DER of the list.
    var encoded: [UInt8] {
        var members: [[UInt8]] = []
        func append(_ tag: Tag, _ value: [UInt8]) { members.append(DER.explicit(tag.rawValue, value)) }
        if !purposes.isEmpty { append(.purpose, DER.set(of: purposes.map { DER.integer($0.rawValue) })) }
        if allApplications { append(.allApplications, DER.null) }
        if let origin { append(.origin, DER.integer(origin.rawValue)) }
        return DER.sequence(of: members)
    }

    init(_ members: DERReader) throws(DERError) {
        self.init()
        var members = members
        var seen: Set<Int> = []
        while let member = try members.next() {
            guard member.tagClass == .contextSpecific, seen.insert(member.tagNumber).inserted else {
                throw DERError(
                    offset: member.encoded.startIndex, reason: "an authorization without a tag of its own, or twice")
            }
            guard let tag = UInt(exactly: member.tagNumber).flatMap(Tag.init) else { continue }
            let value = try member.explicit(member.tagNumber)
            switch tag {
            case .purpose:
                var purposes = try value.set()
                while let purpose = try purposes.next() {
                    self.purposes.insert(Purpose(rawValue: try purpose.natural()))
                }
            case .allApplications:
                try value.null()
                allApplications = true
            case .origin: origin = Origin(rawValue: try value.natural())
            }
        }
    }
}
