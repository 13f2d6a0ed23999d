import PixAPI
import Testing

@testable import toque

@Suite struct EnvironmentKeyTests {
    private func key(_ id: String?, _ secret: String?) throws(CommandError) -> PixClient.Key? {
        try PixClient.Key.ofEnvironment { ["TOQUE_API_KEY_ID": id, "TOQUE_API_KEY_SECRET": secret][$0] ?? nil }
    }

    @Test func isBothOrNone() throws {
        let (both, neither, empty) = (try key("shop", "s3cret"), try key(nil, nil), try key("", ""))
        #expect(both?.id == "shop" && both?.secret == "s3cret")
        #expect(neither == nil && empty == nil)
    }

    @Test(arguments: [("shop", nil, "SECRET"), ("shop", "", "SECRET"), (nil, "s3cret", "ID"), ("", "s3cret", "ID")])
    func halfOfItIsWrongUsage(id: String?, secret: String?, missing: String) {
        let error = #expect(throws: CommandError.self) { try key(id, secret) }
        #expect(error?.status == .usage)
        #expect(error?.hint?.contains("TOQUE_API_KEY_\(missing)") == true)
        #expect(error?.description.contains("s3cret") == false)
    }
}
