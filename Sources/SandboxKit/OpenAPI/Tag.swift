import ToqueEncoding

/// A group of operations.
package struct Tag: Sendable {
    let name: String
    let about: String
    /// The id in the examples of paths.
    package let exampleID: String
    /// True for pages for people, whose published paths have no trailing slash.
    let isOfPages: Bool

    package init(_ name: String, _ about: String, exampleID: String, isOfPages: Bool = false) {
        self.name = name
        self.about = about
        self.exampleID = exampleID
        self.isOfPages = isOfPages
    }

    var json: JSON { ["name": .string(name), "description": .string(about)] }
}
