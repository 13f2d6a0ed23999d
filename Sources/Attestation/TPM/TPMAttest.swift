/// TPMS_ATTEST of type TPM_ST_ATTEST_CERTIFY (TPM 2.0 Library Part 2 section 10.12.8): a TPM signs it to certify that a
/// key is its own.
public struct TPMAttest: Sendable, Hashable {
    /// TPM_GENERATED_VALUE. A TPM refuses to sign outside data that starts with these bytes, so the TPM itself made
    /// what follows.
    public static let magic: UInt32 = 0xFF54_4347
    /// TPM_ST_ATTEST_CERTIFY.
    public static let type: UInt16 = 0x8017

    /// TPMS_CLOCK_INFO (section 10.11.1).
    public struct ClockInfo: Sendable, Hashable {
        /// The milliseconds for which the TPM had power.
        public var clock: UInt64
        public var resetCount: UInt32
        public var restartCount: UInt32
        /// TPMI_YES_NO. WebAuthn does not use it, so any byte is kept.
        public var safe: UInt8

        public init(clock: UInt64, resetCount: UInt32, restartCount: UInt32, safe: UInt8) {
            self.clock = clock
            self.resetCount = resetCount
            self.restartCount = restartCount
            self.safe = safe
        }
    }

    /// The qualified Name of the signing key.
    public var qualifiedSigner: [UInt8]
    /// Data from the TPM's caller: the digest of attToBeSigned.
    public var extraData: [UInt8]
    public var clockInfo: ClockInfo
    public var firmwareVersion: UInt64
    /// The Name of the certified key.
    public var name: [UInt8]
    /// The qualified Name of the certified key.
    public var qualifiedName: [UInt8]

    public init(
        qualifiedSigner: [UInt8], extraData: [UInt8], clockInfo: ClockInfo, firmwareVersion: UInt64, name: [UInt8],
        qualifiedName: [UInt8]
    ) {
        self.qualifiedSigner = qualifiedSigner
        self.extraData = extraData
        self.clockInfo = clockInfo
        self.firmwareVersion = firmwareVersion
        self.name = name
        self.qualifiedName = qualifiedName
    }

    /// Reads one; no bytes may follow.
    /// - Throws: `invalid` for another magic or type.
    public init(decoding bytes: [UInt8]) throws(TPMError) {
        var reader = TPMReader(bytes, structure: "TPMS_ATTEST")
        guard try reader.number("magic") == Self.magic else {
            throw reader.invalid("magic", "is not TPM_GENERATED_VALUE")
        }
        guard try reader.number("type") == Self.type else {
            throw reader.invalid("type", "is not TPM_ST_ATTEST_CERTIFY")
        }
        qualifiedSigner = try reader.sized("qualifiedSigner")
        extraData = try reader.sized("extraData")
        clockInfo = ClockInfo(
            clock: try reader.number("clockInfo.clock"), resetCount: try reader.number("clockInfo.resetCount"),
            restartCount: try reader.number("clockInfo.restartCount"), safe: try reader.number("clockInfo.safe"))
        firmwareVersion = try reader.number("firmwareVersion")
        name = try reader.sized("attested.name")
        qualifiedName = try reader.sized("attested.qualifiedName")
        try reader.expectEnd()
    }

    /// The structure's bytes: `certInfo`.
    public var encoded: [UInt8] {
        var writer = TPMWriter()
        writer.write(Self.magic)
        writer.write(Self.type)
        writer.write(sized: qualifiedSigner)
        writer.write(sized: extraData)
        writer.write(clockInfo.clock)
        writer.write(clockInfo.resetCount)
        writer.write(clockInfo.restartCount)
        writer.write(clockInfo.safe)
        writer.write(firmwareVersion)
        writer.write(sized: name)
        writer.write(sized: qualifiedName)
        return writer.bytes
    }
}
