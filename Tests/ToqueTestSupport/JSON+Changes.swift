import ToqueEncoding

extension JSON {
    /// Returns the object with another value at a path such as `options.rp.name`; nil removes the member.
    public func with(_ path: String, _ value: JSON?) -> JSON {
        var object = objectValue ?? [:]
        let names = path.split(separator: ".", maxSplits: 1).map(String.init)
        object[names[0]] = names.count == 1 ? value : (object[names[0]] ?? [:]).with(names[1], value)
        return .object(object)
    }
}
