import ToqueEncoding

/// The body of a request, which a server reads with all of its errors.
public protocol RequestModel: JSONModel {
    /// - Throws: every member that is missing, of a wrong type or out of its bounds.
    init(validating reader: JSONReader) throws(InvalidMembers)
}

extension RequestModel {
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        do throws(InvalidMembers) {
            try self.init(validating: reader)
        } catch {
            throw error.errors.first ?? reader.mismatch(expected: "a valid body")
        }
    }
}
