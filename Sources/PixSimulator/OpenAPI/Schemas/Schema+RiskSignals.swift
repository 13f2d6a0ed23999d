import PixAPI

extension Schema {
    /// The signals that are checked; the others are recorded as they come.
    static let riskSignals = request(
        .required("deviceId", signal),
        .required("osVersion", signal),
        .required("userTimeZoneOffset", signal),
        .required("language", signal),
        .required("screenDimensions", .request(.required("height", int64), .required("width", int64))),
        .required("accountTenure", .text.with("format", "date")),
        .optional("isRootedDevice", .boolean.about("Compulsory for IOS and ANDROID, with the two that follow")),
        .optional("screenBrightness", Schema(["type": "number"])),
        .optional("elapsedTimeSinceBoot", int64.about("Milliseconds")))

    private static let signal = text.with("minLength", 1)
    private static let int64 = integer(Int(Int64.min)...Int(Int64.max))
}
