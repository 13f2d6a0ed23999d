import CTAP
import Testing
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

/// A key that is used at random beside a model of what it has to say, which knows the specification's rules and none of
/// the key's parts: who may do what with which token, finger or touch, and what each try costs.
@Suite("A key beside its model")
struct ModelTests {
    @Test(arguments: 1...8)
    func randomUse(seed: Int) async throws {
        let walk = try await KeyWalk(seed: seed)
        for step in 0..<400 {
            let (action, expected, found) = try await walk.step()
            #expect(found == expected, "seed \(seed), step \(step): \(action)")
            guard found == expected else { return }
        }
    }
}
