import CTAP
import ToqueCBOR
import ToqueEncoding
import ToqueWebAuthn

extension InspectionNode {
    /// A request: the command's byte and its parameters (CTAP 2.2 section 8).
    public init(ctapRequest bytes: [UInt8], context: InspectionContext = InspectionContext()) {
        self.init("CTAP request", Self.count(bytes.count), range: bytes.indices)
        guard let code = bytes.first else {
            problem = "no command"
            return
        }
        let names = CTAPNames.of(code)
        children = [
            InspectionNode(
                "command", "\(Self.byte(code)) = \(names?.command ?? "unknown")", range: 0..<1,
                problem: names == nil ? "no command of CTAP2" : nil)
        ]
        appendMap(of: bytes, "parameters", names: names?.parameters ?? [:], command: names, context: context)
        // A command that the library's own authenticator reads is judged as that does.
        if names != nil {
            do throws(CTAPStatus) {
                _ = try CTAPCommand(decoding: bytes)
            } catch  where error != .invalidCommand {
                add(problem: "a key answers \(error.name)")
            } catch {}
        }
    }

    /// A response: the status and, where that is OK, what the command returns (CTAP 2.2 section 8).
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
        let names = bytes.count > 1 ? CTAPNames.ofResponse(LocatedCBOR(bytes, from: 1)) : nil
        if let names { value = "\(Self.count(bytes.count)), as of \(names.command)" }
        appendMap(of: bytes, "response", names: names?.response ?? [:], command: names, context: context)
    }

    /// `0x04`.
    static func byte(_ value: UInt8) -> String { "0x\(Hex.encode([value]))" }

    /// What follows the first byte, which is one map or nothing.
    private mutating func appendMap(
        of bytes: [UInt8], _ label: String, names: [Int: String], command: CTAPNames?, context: InspectionContext
    ) {
        guard bytes.count > 1 else { return }
        let located = LocatedCBOR(bytes, from: 1)
        var node = InspectionNode(label, located)
        if located.isMap {
            node.children = Self.members(located, names: names, command: command, context: context)
        } else {
            node.add(problem: "expected a map")
        }
        do throws(CBORError) {
            _ = try CBOR.decodePrefix(bytes[1...], rules: .ctap2)
        } catch {
            // The other reasons stand where they are.
            if case .depth = error.reason { node.add(problem: "\(error)") }
        }
        children.append(node)
        addTrailing(bytes, after: located.range.upperBound)
    }

    private static func members(
        _ map: LocatedCBOR, names: [Int: String], command: CTAPNames?, context: InspectionContext
    ) -> [InspectionNode] {
        map.entries.map { key, value in
            let name = key.intValue.flatMap { names[$0] }
            let label = name.map { "\($0) (\(keyLabel(key)))" } ?? keyLabel(key)
            var node = member(name ?? "", label, value, of: map, command: command, context: context)
            if let fault = key.problem { node.add(problem: "key: \(fault)") }
            return node
        }
    }

    private static func member(
        _ name: String, _ label: String, _ value: LocatedCBOR, of map: LocatedCBOR, command: CTAPNames?,
        context: InspectionContext
    ) -> InspectionNode {
        var node = InspectionNode(label, value)
        switch (name, value.content) {
        case ("authData", .scalar(.bytes(let data))):
            node = authenticatorData(data, in: value, context: context)
            node.label = label
        case ("attStmt", _):
            node = statement(value, format: map[1]?.textValue, of: nil, context: context, label: label)
        case ("keyAgreement", .map), ("publicKey", .map): node = InspectionNode(label, coseKey: value)
        case ("extensions", .map): node = extensions(value, label: label)
        case ("subCommandParams", .map):
            node.children = members(
                value, names: command?.subCommandParameters ?? [:], command: nil, context: context)
        case ("aaguid", .scalar(.bytes(let bytes))): node.value = AAGUID(bytes)?.description ?? node.value
        case ("subCommand", _):
            if let number = value.intValue, let meaning = command?.subCommands[number] {
                node.value = "\(number) = \(meaning)"
            }
        case ("permissions", _):
            if let number = value.intValue { node.value = "\(number) = \(permissions(number))" }
        case ("pubKeyCredParams", .array), ("algorithms", .array): node.children = node.children.map(namingAlgorithm)
        default: break
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

    /// Section 6.5.5.7: a bit each.
    private static func permissions(_ number: Int) -> String {
        let names = ["mc", "ga", "cm", "be", "lbw", "acfg", "pcmr"]
        let set = names.enumerated().filter { number >> $0.offset & 1 == 1 }.map(\.element)
        return set.isEmpty ? "none" : set.joined(separator: " ")
    }
}

extension CTAPNames {
    /// The command that answers like this, as far as the map tells: no response says what it answers.
    static func ofResponse(_ map: LocatedCBOR) -> CTAPNames? {
        guard map.isMap, map.entries.allSatisfy({ $0.key.intValue != nil }) else { return nil }
        switch (map[1]?.content, map[2]?.content, map[3]?.content) {
        case (.scalar(.text)?, .scalar(.bytes)?, _): return .makeCredential
        case (_, .scalar(.bytes)?, .scalar(.bytes)?): return .getAssertion
        case (.array?, _, .scalar(.bytes)?): return .getInfo
        case (.map?, nil, nil), (nil, .scalar(.bytes)?, nil), (nil, nil, .scalar(.unsigned)?): return .clientPIN
        case (.scalar(.bytes)?, nil, nil): return .largeBlobs
        case (.scalar(.unsigned)?, .scalar(.unsigned)?, nil), (nil, nil, .map?): return .credentialManagement
        case (nil, nil, nil) where map[6]?.isMap == true: return .credentialManagement
        default: return nil
        }
    }
}
