import ToqueEncoding

extension SandboxRequest {
    /// The maximum nesting of a body: half of the general JSON limit, because stored objects, state files and the
    /// journal nest request content a few levels deeper.
    public static let maximumDepth = JSON.Limits().depth / 2

    /// The body as a typed value.
    /// - Parameters:
    ///   - depth: the maximum nesting.
    ///   - read: converts the value from JSON.
    /// - Throws: `SandboxError` with status 400 if the body is not JSON or a member is missing or invalid.
    public func decode<Value>(
        depth: Int = maximumDepth, _ read: (JSON) throws(JSONMemberError) -> Value
    ) throws(SandboxError) -> Value {
        let json: JSON
        do throws(JSONSyntaxError) {
            // The size was checked when it was read.
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
    /// - Throws: like `requireContentType`, and `SandboxError` with status 400 for text that is not UTF-8.
    public func form() throws(SandboxError) -> [(name: String, value: String)] {
        try requireContentType("application/x-www-form-urlencoded")
        guard let text = String(validating: body, as: UTF8.self), let fields = FormURLEncoding.decode(text) else {
            throw SandboxError(status: 400, code: "invalid_body", message: "The form is not UTF-8.")
        }
        return fields
    }

    /// Checks the media type for endpoints that accept only some. A body without a type is accepted.
    /// - Parameter types: in lower case, without parameters.
    /// - Throws: `SandboxError` with status 415 for another type.
    public func requireContentType(_ types: String...) throws(SandboxError) {
        guard head.hasContentType(types) ?? true else { throw .unsupportedMediaType(expecting: types) }
    }

    /// Like the above, but requires the header.
    /// - Throws: `SandboxError` with status 415 for another type or none.
    public func requireDeclaredContentType(_ types: String...) throws(SandboxError) {
        guard head.hasContentType(types) ?? body.isEmpty else { throw .unsupportedMediaType(expecting: types) }
    }
}
