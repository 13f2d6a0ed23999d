import CLibFIDO2
import ToqueWebAuthn

/// A key that is plugged in.
public struct PresentKey: Sendable, Hashable, CustomStringConvertible {
    /// `/dev/hidrawN`.
    public var path: String
    public var manufacturer: String
    public var product: String
    /// USB identifiers.
    public var vendorID: UInt16
    public var productID: UInt16

    /// The name for people: maker, product and path.
    public var description: String {
        let names = [manufacturer, product].filter { !$0.isEmpty }
        return "\(names.isEmpty ? "the key" : names.joined(separator: " ")) (\(path))"
    }
}

/// Returns the keys that are plugged in and that this process may open.
public enum KeyDiscovery {
    /// More than anybody plugs in.
    private static let limit = 64

    /// The FIDO keys that libfido2 finds among the HID devices that this process may open. `KeyDiagnosis` says why one
    /// is missing.
    public static func list() async throws(WebAuthnError) -> [PresentKey] { try await Finder().list() }

    /// Only for a thread that `FIDOLibrary` has prepared.
    static func present() throws(WebAuthnError) -> [PresentKey] {
        guard let list = fido_dev_info_new(limit) else { throw FIDOStatus.internal.error(of: "the search for keys") }
        defer {
            var list: OpaquePointer? = list
            fido_dev_info_free(&list, limit)
        }
        var count = 0
        let status = FIDOStatus(code: fido_dev_info_manifest(list, limit, &count))
        guard status == .ok else { throw status.error(of: "the search for keys") }
        return (0..<count).compactMap { index in
            // NFC readers have no file of their own.
            guard let entry = fido_dev_info_ptr(list, index), let path = CMemory.text(fido_dev_info_path(entry)),
                path.hasPrefix("/dev/")
            else { return nil }
            return PresentKey(
                path: path, manufacturer: CMemory.text(fido_dev_info_manufacturer_string(entry)) ?? "",
                product: CMemory.text(fido_dev_info_product_string(entry)) ?? "",
                vendorID: UInt16(bitPattern: fido_dev_info_vendor(entry)),
                productID: UInt16(bitPattern: fido_dev_info_product(entry)))
        }
    }

    /// The search opens devices, so it needs a thread of its own.
    private actor Finder {
        private nonisolated let thread = KeyThread()
        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

        func list() throws(WebAuthnError) -> [PresentKey] { try KeyDiscovery.present() }
    }
}
