import CLibFIDO2
import CTAP

/// libfido2 with one open handle, as in standard tools. For one thread.
final class FIDOClient: @unchecked Sendable {
    // Sendable: the benchmark uses it from one task at a time.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        static func check(_ code: Int32) throws {
            guard code == FIDO_OK else { throw Failure(description: String(cString: fido_strerr(code))) }
        }
    }

    private static let hash = [UInt8](repeating: 7, count: 32)
    private static let rpID = "bench.example"

    private let device: OpaquePointer
    /// The connection of the io functions, kept while the device is open.
    private let connection: ConnectionBox?

    /// Opens a file like libfido2 itself.
    convenience init(path: String) throws { try self.init(path, nil) }

    /// Opens a connection for libfido2 through io functions.
    convenience init(_ transport: any ReportTransport) throws {
        let box = ConnectionBox(try transport.connect())
        try self.init("toque:\(UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque()))", box)
    }

    private init(_ path: String, _ connection: ConnectionBox?) throws {
        fido_init(FIDO_DISABLE_U2F_FALLBACK)
        guard let device = fido_dev_new() else { throw Failure(description: "out of memory") }
        self.device = device
        self.connection = connection
        if connection != nil {
            var functions = ConnectionBox.functions
            try Failure.check(fido_dev_set_io_functions(device, &functions))
        }
        try Failure.check(fido_dev_open(device, path))
    }

    deinit {
        fido_dev_close(device)
        var device: OpaquePointer? = device
        fido_dev_free(&device)
    }

    func getInfo() throws {
        var info = fido_cbor_info_new()
        defer { fido_cbor_info_free(&info) }
        try Failure.check(fido_dev_get_cbor_info(device, info))
    }

    /// - Returns: the credential's ID.
    @discardableResult
    func makeCredential() throws -> [UInt8] {
        var credential = fido_cred_new()
        defer { fido_cred_free(&credential) }
        try Failure.check(fido_cred_set_type(credential, COSE_ES256))
        try Failure.check(fido_cred_set_clientdata_hash(credential, Self.hash, Self.hash.count))
        try Failure.check(fido_cred_set_rp(credential, Self.rpID, nil))
        try Failure.check(fido_cred_set_user(credential, [1, 2, 3, 4], 4, "ana", nil, nil))
        try Failure.check(fido_dev_make_cred(device, credential, nil))
        return Array(UnsafeBufferPointer(start: fido_cred_id_ptr(credential), count: fido_cred_id_len(credential)))
    }

    func getAssertion(_ credentialID: [UInt8]) throws {
        var assertion = fido_assert_new()
        defer { fido_assert_free(&assertion) }
        try Failure.check(fido_assert_set_rp(assertion, Self.rpID))
        try Failure.check(fido_assert_set_clientdata_hash(assertion, Self.hash, Self.hash.count))
        try Failure.check(fido_assert_allow_cred(assertion, credentialID, credentialID.count))
        try Failure.check(fido_dev_get_assert(device, assertion, nil))
    }
}

/// A connection for libfido2's io functions.
private final class ConnectionBox {
    private let connection: any ReportConnection

    init(_ connection: any ReportConnection) { self.connection = connection }

    /// libfido2's path names the box, which outlives the device.
    static let functions = fido_dev_io_t(
        open: { path in
            guard let path, let number = UInt(String(cString: path).dropFirst("toque:".count)) else { return nil }
            return UnsafeMutableRawPointer(bitPattern: number)
        },
        close: { pointer in box(pointer)?.connection.close() },
        read: { pointer, buffer, count, milliseconds in
            guard let buffer,
                let report = try? box(pointer)?.connection.read(
                    milliseconds: milliseconds < 0 ? nil : Int(milliseconds)), report.count == count
            else { return -1 }
            UnsafeMutableRawBufferPointer(start: buffer, count: count).copyBytes(from: report)
            return Int32(count)
        },
        write: { pointer, buffer, count in
            let bytes = UnsafeBufferPointer(start: buffer, count: count)
            guard count > 0, (try? box(pointer)?.connection.write(Array(bytes.dropFirst()))) != nil else { return -1 }
            return Int32(count)
        })

    private static func box(_ pointer: UnsafeMutableRawPointer?) -> ConnectionBox? {
        pointer.map { Unmanaged<ConnectionBox>.fromOpaque($0).takeUnretainedValue() }
    }
}
