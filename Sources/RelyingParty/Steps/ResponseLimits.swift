/// Bytes that a response's members may have: bounds that hold before anything is read, far above what real
/// authenticators send. Client data has its own in `CollectedClientData`, IDs are compared with known ones.
enum ResponseLimits {
    static let attestationObject = 64 << 10
    static let authenticatorData = 64 << 10
    /// That of an RSA key of 8192 bits.
    static let signature = 1024
}
