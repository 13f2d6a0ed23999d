import ToqueCBOR
import ToqueWebAuthn

extension InspectionNode {
    /// An attestation object (section 6.5.4), with its statement and authenticator data decoded. A part that cannot be
    /// decoded never hides the rest.
    public init(
        attestationObject bytes: [UInt8], context: InspectionContext = InspectionContext(),
        label: String = "attestationObject"
    ) {
        self.init(label, Self.count(bytes.count), range: bytes.indices)
        let object: AttestationObject?
        do throws(AttestationObjectError) {
            object = try AttestationObject(decoding: bytes)
        } catch {
            object = nil
            problem = "\(error)"
        }
        let located = LocatedCBOR(bytes)
        if object != nil, let fault = located.problem { add(problem: fault) }
        let format = located["fmt"]?.textValue
        children = located.entries.map { key, value in
            let label = Self.keyLabel(key)
            switch (label, value.bytesValue) {
            case ("attStmt", _):
                return Self.statement(value, format: format, of: object, context: context, label: label)
            case ("authData", let data?): return Self.authenticatorData(data, in: value, context: context)
            default: return InspectionNode(label, value)
            }
        }
        addTrailing(bytes, after: located.range.upperBound)
    }

    /// Authenticator data inside a CBOR byte string.
    static func authenticatorData(
        _ data: [UInt8], in located: LocatedCBOR, context: InspectionContext
    ) -> InspectionNode {
        var node = InspectionNode(authenticatorData: data, context: context, label: "authData")
            .inside(located)
        if let fault = located.problem { node.add(problem: fault) }
        return node
    }
}
