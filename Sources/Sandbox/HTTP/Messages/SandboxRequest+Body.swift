import ToqueEncoding

extension SandboxRequest {
    /// How deep a body may be nested: half of what JSON is read with elsewhere, as what comes in a request goes out in
    /// stored objects, in state files and in the journal, some levels deeper.
    public static let maximumDepth = JSON.Limits().depth / 2

    /// The body as a typed value.
    /// - Parameters:
    ///   - depth: how deep it may be nested.
    ///   - read: reads the value from JSON.
    /// - Throws: `SandboxError` with status 400 where the body is no JSON or a member is missing or wrong.
    public func decode<Value>(
        depth: Int = maximumDepth, _ read: (JSON) throws(JSONMemberError) -> Value
    ) throws(SandboxError) -> Value {
        let json: JSON
        do throws(JSONSyntaxError) {
            // How large it may be was judged where it was read.
            json = try JSON(parsing: body, limits: .init(size: body.count, depth: depth))
        } catch {
            throw SandboxError(error)
        }
        do throws(JSONMemberError) {
            return try read(json)
        } catch {
            throw SandboxError(error)
        }
    }

    /// The names and values of an HTML form, in their order.
    /// - Throws: as `requireContentType`, and `SandboxError` with status 400 where one of them is not UTF-8.
    public func form() throws(SandboxError) -> [(name: String, value: String)] {
        try requireContentType("application/x-www-form-urlencoded")
        guard let text = String(validating: body, as: UTF8.self), let fields = FormURLEncoding.decode(text) else {
            throw SandboxError(status: 400, code: "invalid_body", message: "The form is not UTF-8.")
        }
        return fields
    }

    /// Checks the media type for endpoints that do not take any. A body of which nothing is said is taken.
    /// - Parameter types: in lower case, without parameters.
    /// - Throws: `SandboxError` with status 415 for a body of another type.
    public func requireContentType(_ types: String...) throws(SandboxError) {
        guard head.hasContentType(types) ?? true else {
            throw .unsupportedMediaType("Expected a body of the type \(types.joined(separator: " or ")).")
        }
    }
}
