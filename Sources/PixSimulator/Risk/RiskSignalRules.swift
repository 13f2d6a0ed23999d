import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

/// Which risk signals have to be there, and of which type (the regulator's matrix). What they say is recorded, not
/// judged.
enum RiskSignalRules {
    /// - Parameter path: of the object in the request.
    /// - Throws: `SandboxError` 400 naming the first signal that is missing or has a wrong type.
    static func check(_ signals: JSONObject, platform: Platform, path: String) throws(SandboxError) {
        do throws(JSONMemberError) {
            let reader = JSONReader(.object(signals), path: path)
            for name in ["deviceId", "osVersion", "userTimeZoneOffset", "language"] {
                let signal = try reader.member(name, expected: "a text")
                if try signal.string().isEmpty { throw signal.mismatch(expected: "a text that is not empty") }
            }
            let dimensions = try reader.member("screenDimensions", expected: "an object with height and width")
            for name in ["height", "width"] { _ = try dimensions.member(name, expected: "an integer").int() }
            let tenure = try reader.member("accountTenure", expected: "a date, yyyy-MM-dd")
            guard Timestamp("\(try tenure.string())T00:00:00Z") != nil else {
                throw tenure.mismatch(expected: "a date, yyyy-MM-dd")
            }
            if platform == .ios || platform == .android {
                _ = try reader.member("isRootedDevice", expected: "true or false").bool()
                _ = try reader.member("screenBrightness", expected: "a number").double()
                _ = try reader.member("elapsedTimeSinceBoot", expected: "milliseconds").int()
            }
        } catch {
            throw SandboxError(error).assuming(.riskSignalsMissing)
        }
    }
}
