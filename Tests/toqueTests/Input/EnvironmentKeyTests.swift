import Sandbox
import Testing

@testable import toque

@Suite struct EnvironmentKeyTests {
    struct Half: Sendable {
        let variables: [String: String]
        let missing: String
    }

    @Test("Both variables give an API key, and unset or empty ones give none")
    func isBothOrNone() throws {
        let both = try APIKey.ofEnvironment {
            ["TOQUE_API_KEY_ID": "shop", "TOQUE_API_KEY_SECRET": "s3cret"][$0]
        }
        #expect(both?.id == "shop")
        #expect(both?.secret == "s3cret")
        let neither = try APIKey.ofEnvironment { _ in nil }
        let empty = try APIKey.ofEnvironment { _ in "" }
        #expect(neither?.id == nil)
        #expect(empty?.id == nil)
    }

    @Test(
        "Half an API key is a usage error that names the missing variable",
        arguments: [
            Half(variables: ["TOQUE_API_KEY_ID": "shop"], missing: "TOQUE_API_KEY_SECRET"),
            Half(variables: ["TOQUE_API_KEY_ID": "shop", "TOQUE_API_KEY_SECRET": ""], missing: "TOQUE_API_KEY_SECRET"),
            Half(variables: ["TOQUE_API_KEY_SECRET": "s3cret"], missing: "TOQUE_API_KEY_ID"),
        ])
    func halfOfItIsWrongUsage(_ half: Half) {
        let error = #expect(throws: CommandError.self) {
            try APIKey.ofEnvironment { half.variables[$0] }
        }
        #expect(error?.status == .usage)
        #expect(error?.hint?.contains(half.missing) == true)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test("A sandbox uses the environment's key, unless an outer sandbox set it for its command")
    func nestedSandboxesHaveKeysOfTheirOwn() throws {
        let ownKey = ["TOQUE_API_KEY_ID": "shop", "TOQUE_API_KEY_SECRET": "s3cret"]
        let outer = ["TOQUE_PROVIDER": "biometric-pix", "TOQUE_BIOMETRIC_PIX_KEY_ID": "shop"]
        let fallback = APIKey(id: "10", secret: "your_secret")
        #expect(try KeySource(file: nil, defaultKey: fallback, { ownKey[$0] }).first.id == "shop")
        #expect(try KeySource(file: nil, defaultKey: fallback, { _ in nil }).shellWord == "10:your_secret")
        let nested = ownKey.merging(outer) { $1 }
        #expect(try KeySource(file: nil, defaultKey: fallback, { nested[$0] }).first.id == "10")
        let other = nested.merging(["TOQUE_API_KEY_ID": "mine"]) { $1 }
        #expect(try KeySource(file: nil, defaultKey: fallback, { other[$0] }).first.id == "mine")
    }
}
