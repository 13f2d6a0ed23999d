import Glibc

/// Seconds since 1970 in RFC 3339 form, in UTC.
func dateTime(_ seconds: Int64) -> String {
    var (time, parts) = (time_t(seconds), tm())
    var text = [CChar](repeating: 0, count: 32)
    guard gmtime_r(&time, &parts) != nil, strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0 else {
        return "second \(seconds)"
    }
    return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
}
