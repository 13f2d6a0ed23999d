import CTAP
import ToqueCOSE
import ToqueEncoding

/// Commands in words for a log, without PIN material, salts, tokens and what authenticates with them. Text of clients
/// is quoted, so that it cannot act on a terminal.
enum CommandWords {
    static func describe(_ command: CTAPCommand) -> String {
        switch command {
        case .makeCredential(let command): words(command)
        case .getAssertion(let command): words(command)
        case .getInfo: "authenticatorGetInfo"
        case .clientPIN(let command): words(command)
        case .reset: "authenticatorReset"
        case .getNextAssertion: "authenticatorGetNextAssertion"
        case .credentialManagement(let command): words(command)
        case .bioEnrollment(let command): words(command)
        case .largeBlobs(let command): words(command)
        case .config(let command): words(command)
        case .selection: "authenticatorSelection"
        }
    }

    /// A request that is no command, or one that the key does not have.
    static func undecoded(_ payload: [UInt8]) -> String {
        let code = payload.first.map { "0x" + String($0, radix: 16) } ?? "none"
        return "command \(code) with \(payload.count) bytes, not decoded"
    }

    static func describe(_ command: U2FCommand) -> String {
        switch command {
        case .register(let command): line("U2F_REGISTER", application(command.application))
        case .authenticate(let command):
            line("U2F_AUTHENTICATE", application(command.application), "\(command.control)")
        case .version: "U2F_VERSION"
        }
    }

    /// A request that is no command of U2F.
    static func undecodedU2F(_ payload: [UInt8]) -> String { "U2F with \(payload.count) bytes, not decoded" }

    private static func application(_ hash: [UInt8]) -> String { "application=\(Hex.encode(hash))" }

    private static func words(_ command: AuthenticatorMakeCredential) -> String {
        var extensions: [String] = []
        if let level = command.extensions.credProtect { extensions.append("credProtect=\(level)") }
        if command.extensions.hmacSecret != nil { extensions.append("hmac-secret") }
        if command.extensions.hmacSecretMC != nil { extensions.append("hmac-secret-mc") }
        if command.extensions.thirdPartyPayment != nil { extensions.append("thirdPartyPayment") }
        if let blob = command.extensions.credBlob { extensions.append("credBlob=\(blob.count) bytes") }
        if command.extensions.largeBlobKey != nil { extensions.append("largeBlobKey") }
        if command.extensions.largeBlob != nil { extensions.append("largeBlob") }
        if command.extensions.minPinLength != nil { extensions.append("minPinLength") }
        if command.extensions.pinComplexityPolicy != nil { extensions.append("pinComplexityPolicy") }
        return line(
            "authenticatorMakeCredential", "rp=\(quoted(command.rp.id ?? ""))", "user=\(quoted(command.user.name))",
            list("algorithms", command.pubKeyCredParams.map { $0.algorithm.name ?? "\($0.algorithm.rawValue)" }),
            count("excludeList", command.excludeList.count), list("extensions", extensions), options(command.options),
            authorization(command.pinUvAuthParam, command.pinUvAuthProtocol),
            command.enterpriseAttestation.map { "enterpriseAttestation=\($0)" },
            list("attestationFormatsPreference", (command.attestationFormatsPreference ?? []).map(quoted)))
    }

    private static func words(_ command: AuthenticatorGetAssertion) -> String {
        var extensions: [String] = []
        if command.extensions.hmacSecret != nil { extensions.append("hmac-secret") }
        if command.extensions.thirdPartyPayment != nil { extensions.append("thirdPartyPayment") }
        if command.extensions.credBlob != nil { extensions.append("credBlob") }
        if command.extensions.largeBlobKey != nil { extensions.append("largeBlobKey") }
        if command.extensions.largeBlob != nil { extensions.append("largeBlob") }
        return line(
            "authenticatorGetAssertion", "rp=\(quoted(command.rpID))", count("allowList", command.allowList.count),
            list("extensions", extensions), options(command.options),
            authorization(command.pinUvAuthParam, command.pinUvAuthProtocol))
    }

    private static func words(_ command: AuthenticatorClientPIN) -> String {
        let subCommand = AuthenticatorClientPIN.SubCommand(rawValue: command.subCommand).map { "\($0)" }
        return line(
            "authenticatorClientPIN", subCommand ?? "subCommand=\(command.subCommand)",
            command.pinUvAuthProtocol.map { "protocol=\($0)" },
            command.permissions.map { "permissions=0x" + String($0.rawValue, radix: 16) },
            command.rpID.map { "rp=\(quoted($0))" })
    }

    private static func words(_ command: AuthenticatorCredentialManagement) -> String {
        let subCommand = AuthenticatorCredentialManagement.SubCommand(rawValue: command.subCommand).map { "\($0)" }
        return line(
            "authenticatorCredentialManagement", command.isPrototype ? "(0x41)" : nil,
            subCommand ?? "subCommand=\(command.subCommand)",
            authorization(command.pinUvAuthParam, command.pinUvAuthProtocol))
    }

    private static func words(_ command: AuthenticatorBioEnrollment) -> String {
        let subCommand = command.subCommand.map { number in
            AuthenticatorBioEnrollment.SubCommand(rawValue: number).map { "\($0)" } ?? "subCommand=\(number)"
        }
        return line(
            "authenticatorBioEnrollment", command.isPrototype ? "(0x40)" : nil,
            subCommand ?? (command.getModality == true ? "getModality" : nil),
            command.templateFriendlyName.map { "name=\(quoted($0))" },
            authorization(command.pinUvAuthParam, command.pinUvAuthProtocol))
    }

    private static func words(_ command: AuthenticatorLargeBlobs) -> String {
        line(
            "authenticatorLargeBlobs", command.get.map { "get=\($0)" }, command.set.map { "set=\($0.count)" },
            command.offset.map { "offset=\($0)" }, command.length.map { "length=\($0)" },
            authorization(command.pinUvAuthParam, command.pinUvAuthProtocol))
    }

    private static func words(_ command: AuthenticatorConfig) -> String {
        let subCommand = command.subCommand.map { number in
            AuthenticatorConfig.SubCommand(rawValue: number).map { "\($0)" } ?? "subCommand=\(number)"
        }
        return line(
            "authenticatorConfig", subCommand,
            command.minPINLength.newMinPINLength.map { "newMinPINLength=\($0)" },
            list("minPinLengthRPIDs", (command.minPINLength.minPinLengthRPIDs ?? []).map(quoted)),
            command.minPINLength.forceChangePin.map { "forceChangePin=\($0)" },
            command.minPINLength.pinComplexityPolicy.map { "pinComplexityPolicy=\($0)" },
            authorization(command.pinUvAuthParam, command.pinUvAuthProtocol))
    }

    private static func line(_ parts: String?...) -> String { parts.compactMap(\.self).joined(separator: " ") }

    private static func quoted(_ text: String) -> String {
        // `debugDescription` leaves the controls beyond ASCII and what turns the direction of text as they are.
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

    /// That there is one, not what it is.
    private static func authorization(_ parameter: [UInt8]?, _ version: UInt64?) -> String? {
        guard let parameter else { return nil }
        let what = parameter.isEmpty ? "empty pinUvAuthParam" : "pinUvAuthParam"
        return version.map { "\(what) protocol=\($0)" } ?? what
    }
}
