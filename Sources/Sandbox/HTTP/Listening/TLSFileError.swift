import Glibc

/// A file of a certificate or a key that cannot be used.
public struct TLSFileError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Problem: Sendable, Hashable {
        /// The system's error number.
        case unreadable(Int32)
        case tooLarge
        case noCertificate
        case noKey
        case encrypted
        /// Everybody on the machine can read or change it.
        case exposed
        case otherKey(certificate: String)
    }

    public let file: String
    public let problem: Problem

    public var description: String {
        switch problem {
        case .unreadable(let number): "\(file) cannot be read: \(String(cString: strerror(number)))"
        case .tooLarge: "\(file) is larger than 1 MiB; name a PEM file"
        case .noCertificate: "\(file) has no certificate in it; expected PEM, -----BEGIN CERTIFICATE-----"
        case .noKey: "\(file) has no private key in it; expected PEM, -----BEGIN PRIVATE KEY-----"
        case .encrypted: "\(file) is encrypted; store the key without a passphrase, in a file of mode 0600"
        case .exposed: "\(file) is a private key that everybody can read or change; chmod 600 it"
        case .otherKey(let certificate): "\(file) is not the key of the first certificate in \(certificate)"
        }
    }
}
