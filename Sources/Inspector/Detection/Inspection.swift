import ToqueEncoding

/// An input with its detected type and its decoded tree.
public struct Inspection: Sendable, Hashable {
    /// The maximum size of a document: a metadata BLOB has about ten megabytes.
    public static let documentLimit = 16 << 20
    /// The maximum size of any other input, in bytes.
    public static let binaryLimit = 1 << 20

    public let type: InspectedType
    /// The text form of the bytes; nil for raw bytes and for text.
    public let encoding: TextEncoding?
    /// Other possible types that nothing rules out.
    public let alternatives: [InspectedType]
    public let node: InspectionNode

    /// Decodes an input.
    /// - Parameters:
    ///   - input: raw bytes, or UTF-8 text: hexadecimal digits, base64, base64url, PEM, JSON, a JWS or the output of
    ///     libfido2's tools.
    ///   - type: nil to detect it.
    /// - Throws: `InspectionError` if nothing can be shown. The tree contains the faults of parts.
    public init(
        _ input: [UInt8], as type: InspectedType? = nil, context: InspectionContext = InspectionContext()
    ) throws(InspectionError) {
        guard input.count <= Self.documentLimit else { throw .tooLong(Self.documentLimit) }
        let text = Self.text(input)?.trimmed
        guard text?.isEmpty != true, !input.isEmpty else { throw .empty }
        if let text, PEMDocument.holdsPrivateKey(text) { throw .privateKey }
        if let type {
            try self.init(input, text, forced: type, context: context)
        } else if let text {
            try self.init(text: text, context: context)
        } else {
            try self.init(readings: [Reading(encoding: nil, bytes: input)], context: context)
        }
    }

    private init(
        type: InspectedType, encoding: TextEncoding? = nil, alternatives: [InspectedType] = [], bytes: [UInt8],
        node: InspectionNode
    ) {
        self.type = type
        self.encoding = encoding
        self.alternatives = alternatives
        var node = node
        node.bytes = node.bytes ?? bytes
        self.node = node
    }

    /// UTF-8 without a byte order mark; nil if control characters show that it is not text.
    private static func text(_ input: [UInt8]) -> ArraySlice<UInt8>? {
        let content = input.starts(with: [0xEF, 0xBB, 0xBF]) ? input[3...] : input[...]
        guard content.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0.isWhiteSpace }) else { return nil }
        return String(validating: content, as: UTF8.self) == nil ? nil : content
    }

    // MARK: Bytes

    /// Bytes, and the text form they came from.
    private struct Reading {
        let encoding: TextEncoding?
        let bytes: [UInt8]
    }

    private static func readings(_ text: ArraySlice<UInt8>) -> [Reading] {
        TextEncoding.allCases.compactMap { encoding in
            encoding.decode(text).map { Reading(encoding: encoding, bytes: $0) }
        }
    }

    private init(readings: [Reading], context: InspectionContext) throws(InspectionError) {
        var best: (reading: Reading, types: [(type: InspectedType, likelihood: Likelihood)])?
        for reading in readings {
            guard reading.bytes.count <= Self.binaryLimit else { throw .tooLong(Self.binaryLimit) }
            let recognition = BinaryRecognition(reading.bytes)
            if recognition.isPrivateKey { throw .privateKey }
            let types = recognition.types
            // The first of equals: digits are more often hexadecimal than base64.
            guard let first = types.first else { continue }
            if let likelihood = best?.types.first?.likelihood, first.likelihood <= likelihood { continue }
            best = (reading, types)
        }
        guard let best, let first = best.types.first else {
            throw .unknownBytes(readings.first?.bytes.count ?? 0)
        }
        self.init(
            type: first.type, encoding: best.reading.encoding,
            alternatives: best.types.dropFirst().filter { $0.likelihood == first.likelihood }.map(\.type)
                .filter { !first.type.includes($0) },
            bytes: best.reading.bytes, node: Self.node(first.type, best.reading.bytes, context: context))
    }

    private static func node(_ type: InspectedType, _ bytes: [UInt8], context: InspectionContext) -> InspectionNode {
        switch type {
        case .attestationObject: return InspectionNode(attestationObject: bytes, context: context)
        case .authenticatorData: return InspectionNode(authenticatorData: bytes, context: context)
        case .clientData: return InspectionNode(clientDataJSON: bytes)
        case .coseKey: return InspectionNode(publicKey: bytes)
        case .certificate: return InspectionNode(certificate: bytes, context: context)
        case .publicKey: return InspectionNode(subjectPublicKeyInfo: bytes)
        case .ctapRequest: return InspectionNode(ctapRequest: bytes, context: context)
        case .ctapResponse: return InspectionNode(ctapResponse: bytes, context: context)
        case .ctaphid: return InspectionNode(ctaphid: bytes, context: context)
        case .tpmCertInfo: return InspectionNode(tpmCertInfo: bytes)
        case .tpmPubArea: return InspectionNode(tpmPubArea: bytes)
        case .cbor: return cbor(bytes, context: context)
        case .der: return InspectionNode(der: bytes)
        case .jws: return InspectionNode(jws: bytes, context: context)
        case .json: return json(bytes, context: context)
        case .pem:
            return PEMDocument(String(decoding: bytes, as: UTF8.self))?.node(context: context)
                ?? InspectionNode("PEM", problem: "no line begins a block")
        case .fido2Cred, .fido2Assert:
            return FIDO2ToolOutput(String(decoding: bytes, as: UTF8.self), as: type).node(context: context)
        }
    }

    /// libfido2 wraps authenticator data in a CBOR byte string: recognizable contents of such a string are decoded too.
    private static func cbor(_ bytes: [UInt8], context: InspectionContext) -> InspectionNode {
        var node = InspectionNode(cbor: bytes)
        let located = LocatedCBOR(bytes)
        if let content = located.bytesValue,
            let inner = BinaryRecognition(content).types.first(where: { $0.likelihood > .possible })
        {
            node.value = InspectionNode.count(content.count)
            node.children.insert(
                Self.node(inner.type, content, context: context).inside(located), at: 0)
        }
        return node
    }

    // MARK: Text

    private init(text: ArraySlice<UInt8>, context: InspectionContext) throws(InspectionError) {
        if let type = Self.textType(text) {
            self.init(text, as: type, context: context)
            return
        }
        let readings = Self.readings(text)
        guard !readings.isEmpty else { throw .unknownText }
        try self.init(readings: readings, context: context)
    }

    private init(_ text: ArraySlice<UInt8>, as type: InspectedType, context: InspectionContext) {
        let bytes = Array(text)
        self.init(type: type, bytes: bytes, node: Self.node(type, bytes, context: context))
    }

    private static func textType(_ text: ArraySlice<UInt8>) -> InspectedType? {
        if text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") {
            guard let json = try? JSON(parsing: Array(text), limits: .init(size: documentLimit)) else { return .json }
            let isClientData = ["type", "challenge", "origin"].allSatisfy { json[$0]?.stringValue != nil }
            return isClientData ? .clientData : .json
        }
        // `{"` in base64url.
        let dots = text.count { $0 == UInt8(ascii: ".") }
        if text.starts(with: "eyJ".utf8), dots == 2, !text.contains(where: \.isWhiteSpace) { return .jws }
        guard text.count <= binaryLimit else { return nil }
        let lines = String(decoding: text, as: UTF8.self)
        return FIDO2ToolOutput(lines)?.type ?? (PEMDocument(lines) == nil ? nil : .pem)
    }

    private static func json(_ bytes: [UInt8], context: InspectionContext) -> InspectionNode {
        let limits = JSON.Limits(size: documentLimit)
        do throws(JSONSyntaxError) {
            let (json, span) = try JSON.locating(bytes, limits: limits)
            return JSONDocument(json, context: context).node(json, span)
        } catch {
            // JSON Lines: each line is judged alone.
            let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { !$0.allSatisfy { $0 <= 0x20 } }
            guard lines.count > 1, let first = lines.first, (try? JSON(parsing: Array(first), limits: limits)) != nil
            else { return InspectionNode("JSON", count(bytes), problem: "\(error)") }
            return InspectionNode(
                "JSON Lines", "\(lines.count) documents",
                children: lines.map { line in
                    let text = Array(line)
                    do throws(JSONSyntaxError) {
                        let (json, span) = try JSON.locating(text, limits: limits)
                        return JSONDocument(json, context: context).node(json, span).decoded(from: line.indices, text)
                    } catch {
                        return InspectionNode(
                            "JSON", count(text), place: line.indices, bytes: text, problem: "\(error)")
                    }
                })
        }
    }

    private static func count(_ bytes: [UInt8]) -> String { InspectionNode.count(bytes.count) }

    // MARK: A requested type

    private init(
        _ input: [UInt8], _ text: ArraySlice<UInt8>?, forced type: InspectedType, context: InspectionContext
    ) throws(InspectionError) {
        // Client data is bytes that happen to be text, and is also passed as base64url.
        if type.isText, let text, type != .clientData || text.first == UInt8(ascii: "{") {
            self.init(text, as: type, context: context)
            return
        }
        guard !type.isText || type == .clientData else { throw .notText(type) }
        let readings = text.map(Self.readings) ?? []
        // Of two text forms, the one that gives the requested type.
        let fitting = readings.first { BinaryRecognition($0.bytes).types.contains { $0.type == type } }
        let reading = fitting ?? readings.first ?? Reading(encoding: nil, bytes: input)
        guard reading.bytes.count <= Self.binaryLimit else { throw .tooLong(Self.binaryLimit) }
        if BinaryRecognition(reading.bytes).isPrivateKey { throw .privateKey }
        self.init(
            type: type, encoding: reading.encoding, bytes: reading.bytes,
            node: Self.node(type, reading.bytes, context: context))
    }

    /// `type`, `encoding`, `alternatives` and `tree` (see `InspectionNode.json`), if present.
    public var json: JSON {
        var object: JSONObject = ["type": .string(type.rawValue)]
        object["encoding"] = encoding.map { .string($0.rawValue) }
        if !alternatives.isEmpty { object["alternatives"] = .array(alternatives.map { .string($0.rawValue) }) }
        object["tree"] = node.json
        return .object(object)
    }

    /// One line: `hex of an attestation object`, and other possible types.
    public var headline: String {
        let form = encoding.map { "\($0.rawValue) of " } ?? ""
        let others = alternatives.map { "\($0.name) (--as \($0.rawValue))" }
        return form + type.name + (others.isEmpty ? "" : "; it may also be " + others.joined(separator: " or "))
    }
}

extension InspectedType {
    /// True if something of this type is always of the other one too.
    fileprivate func includes(_ other: InspectedType) -> Bool {
        switch self {
        case .attestationObject, .coseKey: other == .cbor
        case .certificate, .publicKey: other == .der
        case .authenticatorData, .clientData, .ctapRequest, .ctapResponse, .ctaphid, .tpmCertInfo, .tpmPubArea, .cbor,
            .der, .json, .jws, .pem, .fido2Cred, .fido2Assert:
            false
        }
    }
}
