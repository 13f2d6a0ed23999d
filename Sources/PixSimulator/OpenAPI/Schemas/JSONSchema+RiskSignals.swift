import SandboxKit
import ToqueEncoding

extension JSONSchema {
    /// The checked signals; others are recorded as received.
    static let riskSignals = request(
        .required("deviceId", signal),
        .required("osVersion", signal),
        .required("userTimeZoneOffset", signal),
        .required("language", signal),
        .required("screenDimensions", .request(.required("height", int64), .required("width", int64))),
        .required("accountTenure", .text.with("format", "date")))

    /// Phones must report more.
    static let phoneRiskSignals = JSONSchema([
        "allOf": [
            JSONSchema.component(.riskSignals).json,
            request(
                .required("isRootedDevice", .boolean),
                .required("screenBrightness", JSONSchema(["type": "number"])),
                .required("elapsedTimeSinceBoot", int64.about("Milliseconds"))
            ).json,
        ]
    ])

    private static let signal = text.with("minLength", 1)
    private static let int64 = integer(Int(Int64.min)...Int(Int64.max))
}
