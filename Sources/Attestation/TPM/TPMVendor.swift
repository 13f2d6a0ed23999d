import ToqueEncoding

/// A manufacturer of Trusted Platform Modules, identified by the four bytes of its TPM_PT_MANUFACTURER.
public struct TPMVendor: RawRepresentable, Sendable, Hashable {
    /// Four ASCII characters, big-endian; shorter names are padded with zeros or spaces.
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Infineon Technologies ("IFX").
    public static let infineon = TPMVendor(rawValue: 0x4946_5800)

    /// Reads the value of a certificate's tPMManufacturer: `id:` and eight hexadecimal digits (TCG EK Credential
    /// Profile section 3.1.2).
    /// - Returns: nil for any other text.
    public init?(attribute: String) {
        guard attribute.hasPrefix("id:"), let bytes = Hex.decode(attribute.dropFirst(3)), bytes.count == 4 else {
            return nil
        }
        rawValue = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// `id:` and eight digits.
    public var attribute: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        return "id:" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The manufacturer's name in the registry; nil if it is not registered.
    public var name: String? { Self.registry[rawValue] }

    /// TCG TPM Vendor ID Registry, Family 1.2 and 2.0, version 1.07 revision 0.02.
    private static let registry: [UInt32: String] = [
        0x414D_4400: "AMD", 0x414E_5400: "Ant Group", 0x4154_4D4C: "Atmel", 0x4252_434D: "Broadcom",
        0x4353_434F: "Cisco", 0x464C_5953: "Flyslice Technologies", 0x474F_4F47: "Google", 0x4849_5349: "Huawei",
        0x4850_4500: "HPE", 0x4850_4900: "HPI", 0x4942_4D00: "IBM", 0x4946_5800: "Infineon", 0x494E_5443: "Intel",
        0x4C45_4E00: "Lenovo", 0x4D53_4654: "Microsoft", 0x4E53_4700: "NSING", 0x4E53_4D20: "National Semiconductor",
        0x4E54_4300: "Nuvoton Technology", 0x4E54_5A00: "Nationz", 0x5143_4F4D: "Qualcomm",
        0x524F_4343: "Fuzhou Rockchip", 0x5345_414C: "Wisekey", 0x5345_4345: "SecEdge", 0x534D_5343: "SMSC",
        0x534D_534E: "Samsung", 0x534E_5300: "Sinosun", 0x5354_4D20: "ST Microelectronics",
        0x5458_4E00: "Texas Instruments", 0x5745_4300: "Winbond",
    ]
}
