import CTAP

/// Initial inputs and meaningful steps for CTAPHID.
enum HIDSeeds {
    static let templates: [Step] =
        [
            message(.ping, Array(repeating: 0x55, count: 10)), message(.ping, Array(repeating: 0xAA, count: 200)),
            message(.ping, Array(repeating: 1, count: 300), packetsLeftOut: 2), message(.cbor, [0x04]),
            message(.cbor, [0x0B]), message(.cancel, []), message(.wink, []), message(.lock, [5]),
            message(.lock, [0]), message(.lock, [11]), message(.`init`, Array(1...8)),
            message(.`init`, Array(1...8), channel: 15), message(.msg, [0, 3, 0, 0, 0, 0, 0]),
            message(.ping, [], channel: 14), message(CTAPHIDCommand(rawValue: 0x40), []),
            Step(code: HIDSession.Code.report.rawValue, payload: [0x81, 0x1D, 0xB9]),
            Step(code: HIDSession.Code.report.rawValue, payload: [0x81, 0x1D, 0xBA]),
            Step(code: HIDSession.Code.report.rawValue, payload: [0]),
            Step(code: HIDSession.Code.report.rawValue, payload: [1]),
            Step(code: HIDSession.Code.time.rawValue, argument: 6),
            Step(code: HIDSession.Code.time.rawValue, argument: 101),
        ]
        + [.connect, .read, .powerCycle, .finish].map { Step(code: ($0 as HIDSession.Code).rawValue) }

    /// Each step alone, next to another client, and during a command.
    static var inputs: [[Step]] {
        let other = templates.map { Step(code: $0.code, argument: $0.argument | 1, payload: $0.payload) }
        return [templates] + templates.map { [$0] }
            + other.map { [message(.cbor, [0x0B]), $0, message(.cbor, [0x04])] }
            + other.map { [message(.lock, [9]), $0] }
            + other.map { [message(.ping, Array(repeating: 1, count: 300), packetsLeftOut: 2), $0] }
    }

    private static func message(
        _ command: CTAPHIDCommand, _ payload: [UInt8], channel: UInt8 = 0, packetsLeftOut: UInt8 = 0
    ) -> Step {
        Step(
            code: HIDSession.Code.message.rawValue, argument: channel << 4,
            payload: [command.rawValue, packetsLeftOut] + payload)
    }
}
