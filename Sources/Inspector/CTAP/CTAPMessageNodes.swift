import CTAP
import ToqueCBOR
import ToqueEncoding
import ToqueWebAuthn

extension InspectionNode {
    /// A request: the command's byte and its parameters (CTAP 2.3 section 8).
    public init(ctapRequest bytes: [UInt8], context: InspectionContext = InspectionContext()) {
        self.init("CTAP request", Self.count(bytes.count), range: bytes.indices)
        guard let code = bytes.first else {
            problem = "no command"
            return
        }
        let command = CTAPCommandCode(rawValue: code)
        children = [
            InspectionNode(
                "command", "\(Self.byte(code)) = \(command?.name ?? "unknown")", range: 0..<1,
                problem: command == nil ? "no command of CTAP2" : nil)
        ]
        appendMap(of: bytes, "parameters", keys: command?.parameters ?? [], context: context)
        // A command that the library's own authenticator reads is judged by the same rules.
        if command != nil {
            do throws(CTAPStatus) {
                _ = try CTAPCommand(decoding: bytes)
            } catch  where error != .invalidCommand {
                add(problem: "a key answers \(error.name)")
            } catch {}
        }
    }

    /// A response: the status and, if it is OK, the command's result (CTAP 2.3 section 8).
    public init(ctapResponse bytes: [UInt8], context: InspectionContext = InspectionContext()) {
        self.init("CTAP response", Self.count(bytes.count), range: bytes.indices)
        guard let code = bytes.first else {
            problem = "no status"
            return
        }
        let name =
            CTAPStatus(rawValue: code)?.name
            ?? (code >= 0xF0 ? "a vendor's" : code >= 0xE0 ? "an extension's" : "unknown")
        children = [InspectionNode("status", "\(Self.byte(code)) = \(name)", range: 0..<1)]
        if code != CTAPStatus.ok.rawValue, bytes.count > 1 {
            add(problem: "an error is its status alone")
        }
        let command = bytes.count > 1 ? CTAPCommandCode(answeredBy: LocatedCBOR(bytes, from: 1)) : nil
        if let command { value = "\(Self.count(bytes.count)), as of \(command.name)" }
        appendMap(of: bytes, "response", keys: command?.response ?? [], context: context)
    }

    /// `0x04`.
    static func byte(_ value: UInt8) -> String { "0x\(Hex.encode([value]))" }

    /// The bytes after the first: one map or nothing.
    private mutating func appendMap(
        of bytes: [UInt8], _ label: String, keys: [CTAPMapKey], context: InspectionContext
    ) {
        guard bytes.count > 1 else { return }
        let located = LocatedCBOR(bytes, from: 1)
        var node = InspectionNode(label, located)
        if located.isMap {
            node.children = Self.members(located, keys: keys, context: context)
        } else {
            node.add(problem: "expected a map")
        }
        do throws(CBORError) {
            _ = try CBOR.decodePrefix(bytes[1...], rules: .ctap2)
        } catch {
            // Other faults are shown in place.
            if case .depth = error.reason { node.add(problem: "\(error)") }
        }
        children.append(node)
        addTrailing(bytes, after: located.range.upperBound)
    }

    private static func members(
        _ map: LocatedCBOR, keys: [CTAPMapKey], context: InspectionContext
    ) -> [InspectionNode] {
        map.entries.map { key, value in
            let known = keys.first { $0.value == key.scalar }
            let label = known.map { "\($0.name) (\(keyLabel(key)))" } ?? keyLabel(key)
            var node = member(label, value, known?.content ?? .plain, of: map, context: context)
            if let fault = key.problem { node.add(problem: "key: \(fault)") }
            return node
        }
    }

    private static func member(
        _ label: String, _ value: LocatedCBOR, _ content: CTAPMapKey.Content, of map: LocatedCBOR,
        context: InspectionContext
    ) -> InspectionNode {
        var node = InspectionNode(label, value)
        switch content {
        case .plain: break
        case .aaguid: node.value = value.bytesValue.flatMap { AAGUID($0)?.description } ?? node.value
        case .algorithms: if !value.items.isEmpty { node.children = node.children.map(namingAlgorithm) }
        case .attestationStatement(let format):
            node = statement(value, format: map[format]?.textValue, of: nil, context: context, label: label)
        case .authenticatorData:
            if let data = value.bytesValue {
                node = authenticatorData(data, in: value, context: context)
                node.label = label
            }
        case .coseKey: if value.isMap { node = InspectionNode(label, coseKey: value) }
        case .extensions: if value.isMap { node = extensions(value, label: label) }
        case .members(let keys): if value.isMap { node.children = members(value, keys: keys, context: context) }
        case .permissions: if let number = value.intValue { node.value = "\(number) = \(permissions(number))" }
        case .subCommands(let names):
            if let number = value.intValue, let name = UInt64(exactly: number).flatMap({ names[$0] }) {
                node.value = "\(number) = \(name)"
            }
        }
        return node
    }

    private static func namingAlgorithm(_ node: InspectionNode) -> InspectionNode {
        var node = node
        node.children = node.children.map { member in
            guard member.label == "alg", let number = member.value.flatMap({ Int($0) }) else { return member }
            var member = member
            member.value = algorithm(number)
            return member
        }
        return node
    }

    /// Section 6.5.5.7: one permission per bit.
    private static func permissions(_ number: Int) -> String {
        let names = ["mc", "ga", "cm", "be", "lbw", "acfg", "pcmr"]
        let set = names.enumerated().filter { number >> $0.offset & 1 == 1 }.map(\.element)
        return set.isEmpty ? "none" : set.joined(separator: " ")
    }
}

extension CTAPCommandCode {
    /// The command with such a response, as far as the map shows: a response does not name its command.
    init?(answeredBy map: LocatedCBOR) {
        guard map.isMap, map.entries.allSatisfy({ $0.key.intValue != nil }) else { return nil }
        switch (map[1]?.content, map[2]?.content, map[3]?.content) {
        case (.scalar(.text)?, .scalar(.bytes)?, _): self = .makeCredential
        case (_, .scalar(.bytes)?, .scalar(.bytes)?): self = .getAssertion
        case (.array?, _, .scalar(.bytes)?): self = .getInfo
        case (.map?, nil, nil), (nil, .scalar(.bytes)?, nil), (nil, nil, .scalar(.unsigned)?): self = .clientPIN
        case (.scalar(.bytes)?, nil, nil): self = .largeBlobs
        case (.scalar(.unsigned)?, .scalar(.unsigned)?, nil), (nil, nil, .map?): self = .credentialManagement
        case (nil, nil, nil) where map[6]?.isMap == true: self = .credentialManagement
        default: return nil
        }
    }
}
