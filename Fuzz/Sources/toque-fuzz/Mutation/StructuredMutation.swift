import ToqueCBOR
import ToqueCrypto

/// A mutation of a target's inputs that keeps their structure.
enum StructuredMutation {
    /// An item after this number of bytes.
    case item(after: Int, words: [String])
    /// A sequence of steps.
    /// - Parameters:
    ///   - templates: meaningful steps.
    ///   - holdsItem: true if a step's payload is a byte and an item.
    case steps(templates: [Step], words: [String], holdsItem: @Sendable (Step) -> Bool)

    /// - Parameter limit: the maximum number of bytes of the result.
    func mutate(_ input: [UInt8], limit: Int, seed: UInt32) -> [UInt8] {
        var random = SplitMix(seed: UInt64(seed))
        let changed =
            switch self {
            case .item(let start, let words): Self.mutateItem(input, after: start, words, &random)
            case .steps(let templates, let words, let holdsItem):
                Step.input(Self.mutate(Step.sequence(input), templates, words, holdsItem, &random))
            }
        // Plain byte mutations too, because malformed inputs are half of the test.
        guard changed.count <= limit, changed != input, Int.random(in: 0..<8, using: &random) != 0 else {
            return LibFuzzer.mutate(input, limit: limit)
        }
        return changed
    }

    /// Joins the beginning of one input and the end of another.
    /// - Returns: nil if inputs are not sequences.
    func cross(_ first: [UInt8], _ second: [UInt8], limit: Int, seed: UInt32) -> [UInt8]? {
        guard case .steps = self else { return nil }
        var random = SplitMix(seed: UInt64(seed))
        let (first, second) = (Step.sequence(first), Step.sequence(second))
        let head = first.prefix(Int.random(in: 0...first.count, using: &random))
        let tail = second.suffix(Int.random(in: 0...second.count, using: &random))
        let crossed = Step.input(Array((head + tail).prefix(Step.limit)))
        return crossed.count <= limit ? crossed : nil
    }

    private static func mutateItem(
        _ input: [UInt8], after start: Int, _ words: [String], _ random: inout SplitMix
    ) -> [UInt8] {
        let item = (try? CBOR(decoding: Array(input.dropFirst(start)), rules: .wellFormed)) ?? .map(CBORMap())
        return input.prefix(start) + CBORMutation.mutate(item, words: words, &random).encoded
    }

    private static func mutate(
        _ steps: [Step], _ templates: [Step], _ words: [String], _ holdsItem: (Step) -> Bool,
        _ random: inout SplitMix
    ) -> [Step] {
        var steps = steps
        let choice = Int.random(in: 0..<10, using: &random)
        guard choice < 8, let index = steps.indices.randomElement(using: &random) else {
            if let template = templates.randomElement(using: &random) {
                steps.insert(template, at: Int.random(in: 0...steps.count, using: &random))
            }
            return steps
        }
        switch choice {
        case 0: steps.remove(at: index)
        case 1: steps.insert(steps[index], at: Int.random(in: 0...steps.count, using: &random))
        case 2: steps[index].argument = .random(in: 0...255, using: &random)
        case 3: steps[index].argument ^= 1 << UInt8.random(in: 0..<8, using: &random)
        default:
            steps[index].payload =
                holdsItem(steps[index])
                ? mutateItem(steps[index].payload, after: 1, words, &random)
                : LibFuzzer.mutate(steps[index].payload, limit: 4096)
        }
        return steps
    }
}
