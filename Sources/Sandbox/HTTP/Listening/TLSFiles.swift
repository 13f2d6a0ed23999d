import Glibc
import NIOSSL
import ToqueCrypto

/// A certificate and its private key, in PEM files.
public struct TLSFiles: Sendable, Hashable {
    /// The server's certificate first, then those that lead to the root.
    public var certificate: String
    /// Not encrypted; not readable by everybody.
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// What the server speaks TLS with: 1.2 and 1.3, HTTP/1.1.
    /// - Throws: `TLSFileError`, which names the file.
    func configuration() throws(TLSFileError) -> TLSConfiguration {
        let chain = try Self.certificates(of: certificate)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(try privateKey()))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            // Made only to learn now, and not with the first client, whether the two belong together.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw TLSFileError(file: key, problem: .otherKey(certificate: certificate))
        }
        return configuration
    }

    /// The certificates of a PEM file, at least one.
    static func certificates(of path: String) throws(TLSFileError) -> [NIOSSLCertificate] {
        let pem = try read(path, isSecret: false)
        let certificates = try? NIOSSLCertificate.fromPEMBytes(pem)
        guard let certificates, !certificates.isEmpty else {
            throw TLSFileError(file: path, problem: .noCertificate)
        }
        return certificates
    }

    private func privateKey() throws(TLSFileError) -> NIOSSLPrivateKey {
        var pem = try Self.read(key, isSecret: true)
        defer { pem.cleanse() }
        if String(decoding: pem, as: UTF8.self).contains("ENCRYPTED") {
            throw TLSFileError(file: key, problem: .encrypted)
        }
        guard let key = try? NIOSSLPrivateKey(bytes: pem, format: .pem) else {
            throw TLSFileError(file: key, problem: .noKey)
        }
        return key
    }

    private static let maximumSize = 1 << 20

    private static func read(_ path: String, isSecret: Bool) throws(TLSFileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TLSFileError(file: path, problem: .unreadable(errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw TLSFileError(file: path, problem: .unreadable(errno)) }
        // The group may read it: keys of services are often those of a group.
        if isSecret, status.st_mode & (S_IROTH | S_IWOTH) != 0 { throw TLSFileError(file: path, problem: .exposed) }
        guard status.st_size <= maximumSize else { throw TLSFileError(file: path, problem: .tooLarge) }
        var bytes = [UInt8](repeating: 0, count: maximumSize)
        defer { bytes.cleanse() }
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw TLSFileError(file: path, problem: .unreadable(errno)) }
        return Array(bytes[..<count])
    }
}

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
