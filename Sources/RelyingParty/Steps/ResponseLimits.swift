/// The maximum sizes of a response's members in bytes, checked before anything is read and far above what real
/// authenticators send. `CollectedClientData` has the limit of client data; IDs are compared with known ones.
enum ResponseLimits {
    static let attestationObject = 64 << 10
    static let authenticatorData = 64 << 10
    /// The size of a signature by an RSA key of 8192 bits.
    static let signature = 1024
}
