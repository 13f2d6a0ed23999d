import Glibc
import NIOSSL
import ToqueCrypto

/// A certificate and its private key, in PEM files.
public struct TLSFiles: Sendable, Hashable {
    /// The server's certificate first, then the chain to the root.
    public var certificate: String
    /// Not encrypted, and not readable by everybody.
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// The server's TLS configuration: 1.2 and 1.3, HTTP/1.1.
    /// - Throws: `TLSFileError`, which names the file.
    func configuration() throws(TLSFileError) -> TLSConfiguration {
        let chain = try Self.certificates(of: certificate)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(try privateKey()))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            // Created only to learn now, rather than at the first client, whether the two match.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw TLSFileError(file: key, problem: .otherKey(certificate: certificate))
        }
        return configuration
    }

    /// Reads the certificates of a PEM file, at least one.
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
        // Group access is allowed: services often read their keys through a group.
        if isSecret, status.st_mode & (S_IROTH | S_IWOTH) != 0 { throw TLSFileError(file: path, problem: .exposed) }
        guard status.st_size <= maximumSize else { throw TLSFileError(file: path, problem: .tooLarge) }
        var bytes = [UInt8](repeating: 0, count: maximumSize)
        defer { bytes.cleanse() }
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw TLSFileError(file: path, problem: .unreadable(errno)) }
        return Array(bytes[..<count])
    }
}

/// An unusable certificate or key file.
public struct TLSFileError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Problem: Sendable, Hashable {
        /// The system's error number.
        case unreadable(Int32)
        case tooLarge
        case noCertificate
        case noKey
        case encrypted
        /// Everybody on the machine can read or change the file.
        case exposed
        case otherKey(certificate: String)
    }

    public let file: String
    public let problem: Problem

    public var description: String {
        switch problem {
        case .unreadable(let number): "\(file): \(String(cString: strerror(number)))"
        case .tooLarge: "\(file): more than 1 MiB; name a PEM file"
        case .noCertificate: "\(file): no certificate in it; expected PEM, -----BEGIN CERTIFICATE-----"
        case .noKey: "\(file): no private key in it; expected PEM, -----BEGIN PRIVATE KEY-----"
        case .encrypted: "\(file): encrypted; store the key without a passphrase, in a file of mode 0600"
        case .exposed: "\(file): other users can use the private key; run `chmod 600 \(file)`"
        case .otherKey(let certificate): "\(file): not the key of the first certificate in \(certificate)"
        }
    }
}
