/// A credential by type and ID, in excludeList, allowList and in responses.
public struct CTAPCredentialDescriptor: Sendable, Hashable {
    public var id: [UInt8]
    public var type: String

    public init(id: [UInt8], type: String = "public-key") {
        self.id = id
        self.type = type
    }
}
