import CTAP
import ToqueCrypto

/// Initial inputs about tokens: ended ones, ones with other permissions, and none.
extension KeySeeds {
    static var tokens: [[Step]] { ended + steps + unfit + [stalePresence] }

    /// Each way in which a token ends, followed by a use of it.
    private static var ended: [[Step]] {
        let metadata = managing(.init(.getCredsMetadata))
        let reader = token(0x04)
        let persistent = token(0x40)
        let change = configuration(.setMinPINLength, .init(forceChangePin: true))
        let minutes = Array(repeating: time(200), count: 3)
        return [
            [reader, powerCycle, metadata.with(token: 1)],
            [reader, pin("567890"), metadata.with(token: 1)],
            [reader, command(.reset), pin("2468"), metadata.with(token: 1)],
            [reader, token(0x08), metadata.with(token: 2)],
            [reader, token(0x08, version: .one), metadata.with(token: 2)],
            [reader, token(0x08, way: .fingerprint), metadata.with(token: 2)],
            [token(0x24), change, metadata.with(token: 1)],
            [reader, time(30), metadata],
            [reader, metadata] + minutes + [metadata],
            [reader, persistent, metadata, metadata.with(token: 2)],
            [persistent, powerCycle, metadata] + minutes + [metadata],
            [persistent, pin("567890"), metadata.with(token: 1)],
            [persistent, command(.reset), pin("2468"), token(0x40), metadata.with(token: 2)],
        ]
    }

    /// Operations in several steps whose token ends in between.
    private static var steps: [[Step]] {
        let relyingParties = [managing(.init(.enumerateRPsBegin)), managing(.init(.enumerateRPsGetNextRP))]
        let assertions = [
            token(0x02), getAssertion(.init(), allow: [], .authenticate, up: false), command(.getNextAssertion),
        ]
        let withoutToken = [gesture(0), getAssertion(.init(), allow: [], [], uv: true), command(.getNextAssertion)]
        let series = [[token(0x04)] + relyingParties, [token(0x40)] + relyingParties, assertions, withoutToken]
        return series.flatMap { steps in
            let (begin, next) = (steps[1], steps[2])
            // As long as the token lives, with each step within the key's maximum wait.
            let minutes = (0..<20).flatMap { _ in [time(29), begin] }
            return [
                [steps[0], begin, time(31), next], [steps[0], begin, powerCycle, next],
                [steps[0], begin] + minutes + [time(29), next],
            ]
        }
    }

    /// A finger's token outlives its proof of presence.
    private static var stalePresence: [Step] {
        [
            token(0x03, way: .fingerprint), getAssertion(.init(), allow: [], .authenticate, up: false), gesture(1),
            time(31), getAssertion(.init(), allow: [], .authenticate),
        ]
    }

    /// Tokens with each single permission, with one RP, and none, for every command.
    private static var unfit: [[Step]] {
        let everything =
            requests + enumeration + enrollment.dropFirst()
            + [configuration(.enableLongTouchForReset), Step(code: KeyCode.largeBlobs.rawValue, payload: [0x80])]
        let managers = [token(0x04, rpID: KeyTemplate.rpIDs[1]), token(0x04, rpID: rpID)]
        let without = everything.map { step in
            Step(code: step.code, argument: Preparation.resolve.rawValue, payload: step.payload)
        }
        return (0..<7).map { [token(1 << $0)] + everything } + managers.map { [$0] + enumeration }
            + [without, [token(0x20), configuration(.toggleAlwaysUv)] + without, [command(.reset)] + without]
            + [[gesture(1), token(0x03, rpID: rpID)] + requests]
    }

    private static func managing(_ request: AuthenticatorCredentialManagement) -> Step {
        command(.credentialManagement(request), .authenticate)
    }
}

extension Step {
    /// - Parameter number: see `TokenWallet.token`.
    fileprivate func with(token number: UInt8) -> Step {
        Step(code: code, argument: argument | KeyCode.Preparation.token(number).rawValue, payload: payload)
    }
}
