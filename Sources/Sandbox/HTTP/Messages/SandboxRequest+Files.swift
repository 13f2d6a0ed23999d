import ToqueEncoding

extension SandboxRequest {
    /// The names and values of an HTML form with files (`multipart/form-data`, RFC 7578), in their order. A file's value
    /// is its content.
    /// - Throws: `SandboxError` with status 415 without a boundary, and 400 for parts that break off, have no name, or are
    ///   not UTF-8.
    package func multipartForm() throws(SandboxError) -> [(name: String, value: String)] {
        guard let boundary = Self.boundary(of: header("Content-Type") ?? "") else {
            throw .unsupportedMediaType(expecting: ["multipart/form-data"])
        }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter begins the body, without the line end before it.
        guard body.starts(with: delimiter.dropFirst(2)) else { throw Self.brokenForm }
        var rest = body[(delimiter.count - 2)...]
        var fields: [(name: String, value: String)] = []
        while !rest.starts(with: "--".utf8) {
            guard fields.count < Self.maximumParts, rest.starts(with: "\r\n".utf8),
                let head = Self.range(of: Array("\r\n\r\n".utf8), in: rest),
                let end = Self.range(of: delimiter, in: body[head.upperBound...]),
                let name = Self.name(in: body[rest.startIndex..<head.lowerBound]),
                let value = String(validating: body[head.upperBound..<end.lowerBound], as: UTF8.self)
            else { throw Self.brokenForm }
            fields.append((name, value))
            rest = body[end.upperBound...]
        }
        return fields
    }

    private static let maximumParts = 100

    private static var brokenForm: SandboxError {
        SandboxError(status: 400, code: "invalid_body", message: "The form is not multipart/form-data in UTF-8.")
    }

    /// The boundary parameter (RFC 2046 section 5.1.1); nil without one of 1 to 70 characters.
    private static func boundary(of contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
            guard parts.count == 2, parts[0].lowercased() == "boundary" else { continue }
            return (1...70).contains(parts[1].utf8.count) ? parts[1] : nil
        }
        return nil
    }

    /// The name in a part's Content-Disposition. Browsers write quotes and line ends in it as `%22`, `%0D` and `%0A`.
    private static func name(in head: ArraySlice<UInt8>) -> String? {
        for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard line.lowercased().hasPrefix("content-disposition:"),
                let start = line.firstRange(of: " name=\"")?.upperBound, let end = line[start...].firstIndex(of: "\"")
            else { continue }
            return String(line[start..<end])
        }
        return nil
    }

    /// - Parameter pattern: begins with a carriage return, which files have few of.
    private static func range(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        var rest = bytes
        while let start = rest.firstIndex(of: UInt8(ascii: "\r")) {
            rest = rest[start...]
            if rest.starts(with: pattern) { return start..<start + pattern.count }
            rest = rest.dropFirst()
        }
        return nil
    }
}
