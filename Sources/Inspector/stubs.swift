extension InspectionNode {
    init(certificate bytes: [UInt8], context: InspectionContext, label: String) {
        self.init(label, Self.describe(bytes), range: bytes.indices)
    }
    init(tpmCertInfo bytes: [UInt8]) { self.init("certInfo", Self.describe(bytes), range: bytes.indices) }
    init(tpmPubArea bytes: [UInt8]) { self.init("pubArea", Self.describe(bytes), range: bytes.indices) }
    init(jws bytes: [UInt8], context: InspectionContext, label: String) {
        self.init(label, Self.describe(bytes), range: bytes.indices)
    }
}
