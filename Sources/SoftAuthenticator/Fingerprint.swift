/// An enrolled fingerprint (CTAP 2.3 section 6.7). The sensor is simulated: what a template of a real one is
/// computed from is the finger's name here.
public struct Fingerprint: Sendable, Hashable {
    /// The template's identifier.
    public var id: [UInt8]
    /// As a person calls it; empty without a name.
    public var friendlyName: String
    /// The name of the finger that gave the samples, which it is known by again. Sealed at rest.
    public var finger: String

    public init(id: [UInt8], friendlyName: String = "", finger: String) {
        self.id = id
        self.friendlyName = friendlyName
        self.finger = finger
    }
}
