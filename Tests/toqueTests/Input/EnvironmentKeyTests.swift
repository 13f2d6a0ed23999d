import PixAPI
import Testing

@testable import toque

@Suite struct EnvironmentKeyTests {
    struct Half: Sendable {
        let variables: [String: String]
        let missing: String
    }

    @Test("Both variables give an API key, and unset or empty ones give none")
    func isBothOrNone() throws {
        let both = try PixClient.Key.ofEnvironment {
            ["TOQUE_API_KEY_ID": "shop", "TOQUE_API_KEY_SECRET": "s3cret"][$0]
        }
        #expect(both?.id == "shop")
        #expect(both?.secret == "s3cret")
        let neither = try PixClient.Key.ofEnvironment { _ in nil }
        let empty = try PixClient.Key.ofEnvironment { _ in "" }
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
            try PixClient.Key.ofEnvironment { half.variables[$0] }
        }
        #expect(error?.status == .usage)
        #expect(error?.hint?.contains(half.missing) == true)
        #expect(error?.description.contains("s3cret") == false)
    }
}
