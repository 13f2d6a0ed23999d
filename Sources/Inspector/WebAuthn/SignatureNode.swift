import ToqueCrypto

extension InspectionNode {
    /// The signature of an assertion (section 6.5.5): two integers in DER if the key is of an elliptic curve.
    public init(signature bytes: [UInt8], label: String = "signature") {
        self.init(label, Self.describe(bytes), range: bytes.indices)
        var outer = DERReader(bytes)
        guard bytes.first == 0x30, var members = try? outer.sequence(), (try? outer.expectEnd()) != nil,
            let r = try? members.element(), let s = try? members.element(), (try? members.expectEnd()) != nil,
            (try? r.integerBytes()) != nil, (try? s.integerBytes()) != nil
        else { return }
        value = "\(Self.count(bytes.count)), ECDSA-Sig-Value"
        children = [
            InspectionNode("r", Self.describe(r.content), range: r.encoded.indices),
            InspectionNode("s", Self.describe(s.content), range: s.encoded.indices),
        ]
    }
}
