import Glibc
import Testing

/// Runs a body with a file that only its owner may access, and removes the file.
func withFile<Result>(_ bytes: [UInt8], mode: mode_t = 0o600, _ body: (String) throws -> Result) throws -> Result {
    var template = Array("/tmp/toque-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    try #require(fchmod(descriptor, mode) == 0)
    close(descriptor)
    return try body(path)
}
