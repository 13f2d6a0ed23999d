/// An index that makes `ObjectFilter.equals` on this path fast.
public struct ObjectIndex: Sendable {
    let path: StaticString
    public init(_ path: StaticString) { self.path = path }
}
