/// One step of an input that is a sequence: a code, an argument and a payload.
struct Step: Hashable {
    /// The operation, defined by the target.
    var code: UInt8
    /// Flags or a number.
    var argument: UInt8 = 0
    /// At most 65,535 bytes.
    var payload: [UInt8] = []

    /// The maximum number of executed steps.
    static let limit = 64

    /// Reads a sequence. Every input is valid: a truncated payload ends with the input.
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
