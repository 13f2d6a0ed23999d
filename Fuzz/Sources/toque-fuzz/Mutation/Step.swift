/// One step of an input that is a sequence: what is done, how, and with what.
struct Step: Hashable {
    /// What is done; its meaning is the target's.
    var code: UInt8
    /// How: flags or a number.
    var argument: UInt8 = 0
    /// At most 65,535 bytes.
    var payload: [UInt8] = []

    /// As many are carried out.
    static let limit = 64

    /// Reads a sequence. Every input is one: a payload that is cut short ends where the input does.
    static func sequence(_ input: [UInt8]) -> [Step] {
        var rest = input[...]
        var steps: [Step] = []
        while steps.count < limit, rest.count >= 4 {
            let head = Array(rest.prefix(4))
            let payload = rest.dropFirst(4).prefix(Int(head[2]) << 8 | Int(head[3]))
            steps.append(Step(code: head[0], argument: head[1], payload: Array(payload)))
            rest = rest.dropFirst(4 + payload.count)
        }
        return steps
    }

    static func input(_ steps: [Step]) -> [UInt8] {
        steps.flatMap { step in
            let payload = step.payload.prefix(0xFFFF)
            return [step.code, step.argument, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
        }
    }
}
