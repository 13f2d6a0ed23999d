/// CRC-16/CCITT-FALSE (polynomial 0x1021, initial value 0xFFFF), the checksum of EMV's QR codes.
enum CRC16 {
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var register: UInt16 = 0xFFFF
        for byte in bytes {
            register ^= UInt16(byte) << 8
            for _ in 0..<8 { register = register & 0x8000 == 0 ? register << 1 : register << 1 ^ 0x1021 }
        }
        return register
    }

    /// Four digits, in upper case.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = String(checksum(bytes), radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
