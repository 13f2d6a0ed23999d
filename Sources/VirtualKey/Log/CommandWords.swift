import CTAP
import ToqueCBOR
import ToqueCOSE
import ToqueEncoding

/// Descriptions of commands for a log, without PIN material, salts, tokens and their authentication values. Clients'
/// text is quoted, so that it cannot act on a terminal.
enum CommandWords {
    static func describe(_ command: CTAPCommand) -> String {
        let details: [String?] =
            switch command {
            case .makeCredential(let command): words(command)
            case .getAssertion(let command): words(command)
            case .clientPIN(let command): words(command)
            case .credentialManagement(let command): words(command)
            case .bioEnrollment(let command): words(command)
            case .largeBlobs(let command): words(command)
            case .config(let command): words(command)
            case .getInfo, .reset, .getNextAssertion, .selection: []
            }
        return line([command.code.name] + details)
    }

    /// A request that is not a command, or one that the key does not support.
    static func undecoded(_ payload: [UInt8]) -> String {
        let code = payload.first.map { "0x" + String($0, radix: 16) } ?? "none"
        return "command \(code) with \(payload.count) bytes, not decoded"
    }

    static func describe(_ command: U2FCommand) -> String {
        switch command {
        case .register(let command): "U2F_REGISTER \(application(command.application))"
        case .authenticate(let command):
            "U2F_AUTHENTICATE \(application(command.application)) \(command.control)"
        case .version: "U2F_VERSION"
        }
    }

    /// A request that is not a U2F command.
    static func undecodedU2F(_ payload: [UInt8]) -> String { "U2F with \(payload.count) bytes, not decoded" }

    private static func application(_ hash: [UInt8]) -> String { "application=\(Hex.encode(hash))" }

    private static func words(_ command: AuthenticatorMakeCredential) -> [String?] {
        [
            "rp=\(quoted(command.rp.id ?? ""))", "user=\(quoted(command.user.name))",
            list("algorithms", command.pubKeyCredParams.map { $0.algorithm.name ?? "\($0.algorithm.rawValue)" }),
            count("excludeList", command.excludeList.count), extensions(command.extensions.inputs),
            options(command.options), authorization(command.pinUvAuthParam, command.pinUvAuthProtocol),
            command.enterpriseAttestation.map { "enterpriseAttestation=\($0)" },
            list("attestationFormatsPreference", (command.attestationFormatsPreference ?? []).map(quoted)),
        ]
    }

    private static func words(_ command: AuthenticatorGetAssertion) -> [String?] {
        [
            "rp=\(quoted(command.rpID))", count("allowList", command.allowList.count),
            extensions(command.extensions.inputs), options(command.options),
            authorization(command.pinUvAuthParam, command.pinUvAuthProtocol),
        ]
    }

    private static func words(_ command: AuthenticatorClientPIN) -> [String?] {
        [
            subCommand(AuthenticatorClientPIN.SubCommand.self, command.subCommand),
            command.pinUvAuthProtocol.map { "protocol=\($0)" },
            command.permissions.map { "permissions=0x" + String($0.rawValue, radix: 16) },
            command.rpID.map { "rp=\(quoted($0))" },
        ]
    }

    private static func words(_ command: AuthenticatorCredentialManagement) -> [String?] {
        [
            command.isPrototype ? "(0x41)" : nil,
            subCommand(AuthenticatorCredentialManagement.SubCommand.self, command.subCommand),
            authorization(command.pinUvAuthParam, command.pinUvAuthProtocol),
        ]
    }

    private static func words(_ command: AuthenticatorBioEnrollment) -> [String?] {
        [
            command.isPrototype ? "(0x40)" : nil,
            subCommand(AuthenticatorBioEnrollment.SubCommand.self, command.subCommand)
                ?? (command.getModality == true ? "getModality" : nil),
            command.templateFriendlyName.map { "name=\(quoted($0))" },
            authorization(command.pinUvAuthParam, command.pinUvAuthProtocol),
        ]
    }

    private static func words(_ command: AuthenticatorLargeBlobs) -> [String?] {
        [
            command.get.map { "get=\($0)" }, command.set.map { "set=\($0.count)" },
            command.offset.map { "offset=\($0)" }, command.length.map { "length=\($0)" },
            authorization(command.pinUvAuthParam, command.pinUvAuthProtocol),
        ]
    }

    private static func words(_ command: AuthenticatorConfig) -> [String?] {
        [
            subCommand(AuthenticatorConfig.SubCommand.self, command.subCommand),
            command.minPINLength.newMinPINLength.map { "newMinPINLength=\($0)" },
            list("minPinLengthRPIDs", (command.minPINLength.minPinLengthRPIDs ?? []).map(quoted)),
            command.minPINLength.forceChangePin.map { "forceChangePin=\($0)" },
            command.minPINLength.pinComplexityPolicy.map { "pinComplexityPolicy=\($0)" },
            authorization(command.pinUvAuthParam, command.pinUvAuthProtocol),
        ]
    }

    private static func line(_ parts: [String?]) -> String { parts.compactMap(\.self).joined(separator: " ") }

    private static func subCommand<Code: RawRepresentable<UInt64>>(_ type: Code.Type, _ number: UInt64?) -> String? {
        number.map { number in type.init(rawValue: number).map { "\($0)" } ?? "subCommand=\(number)" }
    }

    /// Inputs by name: numbers, and the length of bytes, but not the bytes.
    private static func extensions(_ inputs: CBORMap) -> String? {
        list(
            "extensions",
            inputs.map { key, item in
                let name = key.textValue ?? ""
                if case .unsigned(let number) = item { return "\(name)=\(number)" }
                if case .bytes(let bytes) = item { return "\(name)=\(bytes.count) bytes" }
                return name
            })
    }

    private static func quoted(_ text: String) -> String {
        // `debugDescription` does not escape controls beyond ASCII and direction marks.
        let scalars = text.unicodeScalars.map { scalar in
            let properties = scalar.properties
            return scalar.escaped(asASCII: properties.generalCategory == .control || properties.isBidiControl)
        }
        return "\"\(scalars.joined())\""
    }

    private static func list(_ name: String, _ items: [String]) -> String? {
        items.isEmpty ? nil : "\(name)=\(items.joined(separator: ","))"
    }

    private static func count(_ name: String, _ count: Int) -> String? { count == 0 ? nil : "\(name)=\(count)" }

    private static func options(_ options: CTAPOptions) -> String? {
        let values = [("rk", options.rk), ("up", options.up), ("uv", options.uv)]
        return list("options", values.compactMap { name, value in value.map { "\(name):\($0)" } })
    }

    /// Only that it is present.
    private static func authorization(_ parameter: [UInt8]?, _ version: UInt64?) -> String? {
        guard let parameter else { return nil }
        let what = parameter.isEmpty ? "empty pinUvAuthParam" : "pinUvAuthParam"
        return version.map { "\(what) protocol=\($0)" } ?? what
    }
}
