import RelyingParty
import ToqueEncoding
import ToqueWebAuthn

extension VerificationPolicy {
    /// Applies a document's `policy`.
    /// - Throws: an error with the member's path, also for an unknown member.
    mutating func read(_ reader: JSONReader) throws(JSONMemberError) {
        for (name, value) in try reader.object() {
            let member = JSONReader(value, path: "\(reader.path).\(name.escaped)")
            let unknown = JSONMemberError(
                path: member.path, found: value.kind, expected: "a member of the policy (docs/verify.md)")
            // Swift considers the Kelvin sign U+212A equal to the letter K.
            guard name.utf8.allSatisfy({ $0 < 0x80 }) else { throw unknown }
            // Null means absent, except in safetyNetMaxAge, where it means no limit.
            guard !value.isNull || name == "safetyNetMaxAge" else { continue }
            switch name {
            case "userPresence": userPresence = try member.choice()
            case "userVerification": userVerification = try member.choice()
            case "allowedFormats": allowedFormats = Set(try member.strings().map(AttestationFormat.init(rawValue:)))
            case "attestationTypes":
                attestationTypes = Set(try member.map { (type) throws(JSONMemberError) in try type.choice() })
            case "origins": origins = try member.strings()
            case "crossOrigin": allowCrossOrigin = try member.bool()
            case "topOrigins": topOrigins = try member.strings()
            case "allowPayment": allowPayment = try member.bool()
            case "backupFlags": backupFlags = try member.choice()
            case "counter": counter = try member.choice()
            case "knownCredentialIds":
                knownCredentialIDs = Set(try member.map { (id) throws(JSONMemberError) in try id.base64URL() })
            case "maximumCredentialIdLength": maximumCredentialIDLength = try member.int(in: 1...1023)
            case "unsolicitedExtensions": unsolicitedExtensions = try member.choice()
            case "tpmVendors": tpmVendors = try member.choice()
            case "androidKeyAuthorizations": androidKeyAuthorizations = try member.choice()
            case "u2fAaguid": u2fAAGUID = try member.choice()
            case "allowRS1": allowRS1 = try member.bool()
            case "safetyNetMaxAge": safetyNetMaxAge = value.isNull ? nil : try member.int(in: 0...Int(UInt32.max))
            case "time": time = try member.timestamp()
            default: throw unknown
            }
        }
    }

    /// The differences from another policy, without origins, trust anchors and time, which a document names separately.
    func members(besides base: VerificationPolicy) -> JSONObject {
        var json: JSONObject = [:]
        func text<Value: RawRepresentable<String> & Equatable>(_ value: Value, _ base: Value) -> JSON? {
            value == base ? nil : .string(value.rawValue)
        }
        json["userPresence"] = text(userPresence, base.userPresence)
        json["userVerification"] = userVerification.map { .string($0.rawValue) }
        json["allowedFormats"] = allowedFormats.map { .array($0.map(\.rawValue).sorted().map(JSON.string)) }
        if attestationTypes != base.attestationTypes {
            json["attestationTypes"] = .array(attestationTypes.map(\.rawValue).sorted().map(JSON.string))
        }
        json["crossOrigin"] = allowCrossOrigin == base.allowCrossOrigin ? nil : .bool(allowCrossOrigin)
        json["topOrigins"] = topOrigins == base.topOrigins ? nil : .array(topOrigins.map(JSON.string))
        json["allowPayment"] = allowPayment == base.allowPayment ? nil : .bool(allowPayment)
        json["backupFlags"] = text(backupFlags, base.backupFlags)
        json["counter"] = text(counter, base.counter)
        if knownCredentialIDs != base.knownCredentialIDs {
            json["knownCredentialIds"] = .array(
                knownCredentialIDs.sorted { $0.lexicographicallyPrecedes($1) }.map { .base64URL($0) })
        }
        if maximumCredentialIDLength != base.maximumCredentialIDLength {
            json["maximumCredentialIdLength"] = .int(maximumCredentialIDLength)
        }
        json["unsolicitedExtensions"] = text(unsolicitedExtensions, base.unsolicitedExtensions)
        json["tpmVendors"] = text(tpmVendors, base.tpmVendors)
        json["androidKeyAuthorizations"] = text(androidKeyAuthorizations, base.androidKeyAuthorizations)
        json["u2fAaguid"] = text(u2fAAGUID, base.u2fAAGUID)
        json["allowRS1"] = allowRS1 == base.allowRS1 ? nil : .bool(allowRS1)
        if safetyNetMaxAge != base.safetyNetMaxAge {
            json["safetyNetMaxAge"] = safetyNetMaxAge.map { .int($0) } ?? .null
        }
        return json
    }
}
