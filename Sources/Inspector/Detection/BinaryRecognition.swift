import Attestation
import CTAP
import ToqueCBOR
import ToqueCrypto
import ToqueWebAuthn

/// How well bytes fit a type.
enum Likelihood: Int, Sendable, Comparable {
    /// Possible, with little evidence.
    case possible
    case likely
    /// It has features that no other type has.
    case certain

    static func < (left: Likelihood, right: Likelihood) -> Bool { left.rawValue < right.rawValue }
}

/// Detects the type of bytes.
struct BinaryRecognition {
    private let bytes: [UInt8]
    private let cbor: LocatedCBOR

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        cbor = LocatedCBOR(bytes)
    }

    /// Every possible type of the bytes, the most likely first, otherwise in the order of `InspectedType`.
    var types: [(type: InspectedType, likelihood: Likelihood)] {
        let found = InspectedType.allCases.compactMap { type in likelihood(of: type).map { (type, $0) } }
        // A stable order: the standard library's sort does not promise one.
        return found.enumerated().sorted {
            ($1.element.1, $0.offset) < ($0.element.1, $1.offset)
        }.map { (type: $0.element.0, likelihood: $0.element.1) }
    }

    private func likelihood(of type: InspectedType) -> Likelihood? {
        guard !bytes.isEmpty else { return nil }
        switch type {
        case .attestationObject:
            return cbor["fmt"]?.textValue != nil && cbor["authData"] != nil ? .certain : nil
        case .authenticatorData: return authenticatorData
        case .coseKey: return coseKey
        case .certificate: return certificate
        case .publicKey: return InspectionNode.isSubjectPublicKeyInfo(bytes) ? .certain : nil
        case .ctapRequest: return ctapRequest
        case .ctapResponse: return ctapResponse
        case .ctaphid: return ctaphid
        case .tpmCertInfo: return bytes.starts(with: [0xFF, 0x54, 0x43, 0x47]) ? .certain : nil
        case .tpmPubArea: return (try? TPMPublicArea(decoding: bytes)) != nil ? .certain : nil
        case .cbor: return wholeCBOR
        case .der: return wholeDER
        case .clientData, .json, .jws, .pem, .fido2Cred, .fido2Assert: return nil
        }
    }

    private var authenticatorData: Likelihood? {
        guard bytes.count >= 37 else { return nil }
        let flags = AuthenticatorData.Flags(rawValue: bytes[32])
        if (try? AuthenticatorData(decoding: bytes)) != nil {
            guard flags.rawValue & 0x22 == 0 else { return .possible }
            return bytes.count > 37 ? .certain : .likely
        }
        // Data broken after the credential ID is shown as what it was meant to be.
        guard flags.contains(.attestedCredentialData), bytes.count > 55 else { return nil }
        let keyStart = 55 + Int(bytes[53]) << 8 + Int(bytes[54])
        guard keyStart < bytes.count else { return nil }
        return LocatedCBOR(bytes, from: keyStart)[1]?.intValue != nil ? .likely : nil
    }

    private var coseKey: Likelihood? {
        guard let kind = cbor[1]?.intValue, (1...3).contains(kind), cbor[-1] != nil else { return nil }
        return cbor[3]?.intValue != nil ? .certain : .likely
    }

    private var certificate: Likelihood? {
        guard bytes.first == 0x30 else { return nil }
        if (try? Certificate(der: bytes)) != nil { return .certain }
        // Two SEQUENCEs with long lengths start a certificate, here a broken one.
        return bytes.count > 5 && bytes[1] == 0x82 && bytes[4] == 0x30 ? .possible : nil
    }

    private var ctapRequest: Likelihood? {
        guard let parameters = CTAPCommandCode(rawValue: bytes[0])?.parameters else { return nil }
        if bytes.count == 1 { return parameters.isEmpty ? .likely : .possible }
        let map = LocatedCBOR(bytes, from: 1)
        guard !parameters.isEmpty, map.isMap, !map.entries.isEmpty,
            map.entries.allSatisfy({ entry in parameters.contains { $0.value == entry.key.scalar } })
        else { return nil }
        return map.range.upperBound == bytes.count && !map.hasProblem ? .certain : .likely
    }

    private var ctapResponse: Likelihood? {
        if bytes.count == 1 { return CTAPStatus(rawValue: bytes[0]) == nil ? nil : .likely }
        let map = LocatedCBOR(bytes, from: 1)
        guard bytes[0] == 0, map.isMap, map.entries.allSatisfy({ $0.key.intValue != nil }) else { return nil }
        return map.range.upperBound == bytes.count && CTAPCommandCode(answeredBy: map) != nil ? .certain : .likely
    }

    private var ctaphid: Likelihood? {
        guard bytes.count % CTAPHIDPacket.size == 0,
            let packet = CTAPHIDPacket(report: Array(bytes.prefix(CTAPHIDPacket.size))),
            case .initialization(let command, let length) = packet.kind, length <= CTAPHIDPacket.maxMessage,
            InspectionNode.known(command)
        else { return nil }
        return .certain
    }

    private var wholeCBOR: Likelihood? {
        guard cbor.range.upperBound == bytes.count else { return cbor.isMap ? .possible : nil }
        // Few bytes have this form by chance.
        switch cbor.content {
        case .map, .array, .tagged, .scalar(.bytes), .scalar(.text): return cbor.hasProblem ? .possible : .likely
        case .scalar, .simple: return .possible
        case .unreadable: return nil
        }
    }

    private var wholeDER: Likelihood? {
        guard bytes[0] == 0x30 else { return nil }
        var reader = DERReader(bytes)
        guard (try? reader.sequence()) != nil, (try? reader.expectEnd()) != nil else { return nil }
        return .likely
    }

    /// True if the bytes are a private key in DER: PKCS #8 (RFC 5958), SEC 1 (RFC 5915) or PKCS #1 (RFC 8017).
    var isPrivateKey: Bool {
        guard bytes.first == 0x30 else { return false }
        var reader = DERReader(bytes)
        guard var members = try? reader.sequence(), let version = try? members.integer(), version <= 1,
            let second = try? members.element()
        else { return false }
        if (try? second.octetString()) != nil { return true }
        if var algorithm = try? second.sequence(), (try? algorithm.objectIdentifier()) != nil {
            return (try? members.octetString()) != nil
        }
        // PKCS #1 has nine numbers.
        var count = 2
        while let member = try? members.next(), (try? member.integerBytes()) != nil { count += 1 }
        return version == 0 && count == 9
    }
}
