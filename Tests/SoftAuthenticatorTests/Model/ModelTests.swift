import CTAP
import Testing
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

/// A key that gets random commands beside a model. The model follows the specification's rules and shares no code with
/// the key: permissions of tokens, fingers and touches, and the cost of each try.
@Suite("A key beside its model")
struct ModelTests {
    private typealias Outcome = KeyModel.Outcome
    private typealias Outcomes = [KeyWalk.Command: Set<Outcome>]

    /// Outcomes that the walks must reach: a key that refused everything would agree with such a model.
    private static let kinds: Outcomes = [
        .make: kinds(
            .made(touched), .made(verified), or: .credentialExcluded, .invalidOption, .operationDenied,
            .pinAuthInvalid, .pinBlocked, .puatRequired),
        .get: kinds(
            .one([]), .one(touched), .one(.userVerified), .one(verified), .several([]), .several(touched),
            .several(.userVerified), .several(verified), or: .invalidOption, .noCredentials, .operationDenied,
            .pinAuthInvalid, .pinBlocked, .puatRequired),
        .getNext: kinds(.one([]), .one(touched), .one(.userVerified), .one(verified), or: .notAllowed),
        .tokenByPIN: kinds(or: .ok, .pinAuthBlocked, .pinBlocked, .pinInvalid, .pinNotSet, .pinPolicyViolation),
        .tokenByFinger: kinds(or: .ok, .notAllowed, .operationDenied, .uvBlocked, .uvInvalid),
        .setPIN: kinds(or: .ok, .pinAuthInvalid),
        .changePIN: kinds(or: .ok, .pinAuthBlocked, .pinBlocked, .pinInvalid, .pinNotSet, .pinPolicyViolation),
        .toggleAlwaysUv: kinds(or: .ok, .pinAuthInvalid, .puatRequired),
        .forceChange: kinds(or: .ok, .pinAuthInvalid, .pinNotSet, .puatRequired),
        .reset: kinds(or: .ok, .notAllowed, .operationDenied),
        .register: kinds(.word(.noError), .word(.commandNotAllowed)),
        .authenticate: kinds(
            .one([]), .one(touched), .word(.commandNotAllowed), .word(.conditionsNotSatisfied), .word(.wrongData)),
    ]

    private static let touched: AuthenticatorData.Flags = .userPresent
    private static let verified: AuthenticatorData.Flags = [.userPresent, .userVerified]

    private static func kinds(_ kinds: Outcome..., or statuses: CTAPStatus...) -> Set<Outcome> {
        Set(kinds + statuses.map { .status($0) })
    }

    @Test("A key that is used at random answers as its model does")
    func randomUse() async throws {
        let met = try await withThrowingTaskGroup(of: Outcomes.self) { group in
            for seed in 1...32 { group.addTask { try await walk(seed) } }
            return try await group.reduce(into: Outcomes()) { $0.merge($1) { $0.union($1) } }
        }
        for (command, kinds) in Self.kinds {
            #expect(kinds.subtracting(met[command] ?? []).isEmpty, "no walk comes by these of \(command)")
        }
    }

    /// - Returns: The kinds of outcome, up to the first one that the model does not expect.
    private func walk(_ seed: Int) async throws -> Outcomes {
        let walk = try await KeyWalk(seed: seed)
        var met = Outcomes()
        for number in 0..<400 {
            let step = try await walk.step()
            #expect(step.found == step.expected, "seed \(seed), step \(number): \(step)")
            guard step.found == step.expected else { break }
            met[step.command, default: []].insert(step.found.kind)
        }
        return met
    }
}

extension KeyModel.Outcome {
    /// The kind of a single assertion.
    fileprivate static func one(_ flags: AuthenticatorData.Flags) -> Self { .signed(flags, by: 0, of: 1) }

    /// The kind of the first of several assertions.
    fileprivate static func several(_ flags: AuthenticatorData.Flags) -> Self { .signed(flags, by: 0, of: 2) }
}
