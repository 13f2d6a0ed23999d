/// The numbers of the PIN/UV auth protocols (CTAP 2.1 sections 6.5.6 and 6.5.7).
public enum PINUVAuthProtocol: UInt8, Sendable, Hashable, CaseIterable {
    case one = 1
    case two = 2
}
