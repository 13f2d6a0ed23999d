import ToqueEncoding

/// A group of operations.
package struct Tag: Sendable {
    let name: String
    let about: String
    /// The id of the path in examples.
    package let exampleID: String
    /// Whether it is of pages for people, whose paths are published without a slash at their end.
    let isOfPages: Bool

    package init(_ name: String, _ about: String, exampleID: String, isOfPages: Bool = false) {
        self.name = name
        self.about = about
        self.exampleID = exampleID
        self.isOfPages = isOfPages
    }

    var json: JSON { ["name": .string(name), "description": .string(about)] }
}
