/// A platform's U2F request to an authenticator, in a CTAPHID_MSG (FIDO U2F Raw Message Formats).
public enum U2FCommand: Sendable, Hashable {
    case register(U2FRegister)
    case authenticate(U2FAuthenticate)
    case version

    /// The instruction bytes (section 3.1.2).
    private enum Instruction {
        static let register: UInt8 = 0x01
        static let authenticate: UInt8 = 0x02
        static let version: UInt8 = 0x03
    }

    /// Reads a CTAPHID_MSG request.
    /// - Throws: `claNotSupported` and `insNotSupported` for another class or instruction, `wrongLength` if a part has
    ///   the wrong length, `wrongData` for an authentication with an invalid P1.
    public init(decoding message: [UInt8]) throws(U2FStatus) {
        let command = try CommandAPDU(decoding: message)
        guard command.cla == 0 else { throw .claNotSupported }
        switch command.ins {
        // P1 has no meaning here; hosts send 0 or 3.
        case Instruction.register: self = .register(try U2FRegister(command.data))
        case Instruction.authenticate: self = .authenticate(try U2FAuthenticate(p1: command.p1, command.data))
        case Instruction.version:
            guard command.data.isEmpty else { throw .wrongLength }
            self = .version
        default: throw .insNotSupported
        }
    }

    /// The CTAPHID_MSG request in the extended form.
    public var encoded: [UInt8] {
        let command =
            switch self {
            case .register(let command): CommandAPDU(ins: Instruction.register, data: command.data)
            case .authenticate(let command):
                CommandAPDU(ins: Instruction.authenticate, p1: command.control.rawValue, data: command.data)
            case .version: CommandAPDU(ins: Instruction.version)
            }
        return command.encoded
    }
}
