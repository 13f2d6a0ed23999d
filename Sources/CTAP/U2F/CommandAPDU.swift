/// An ISO/IEC 7816-4 command, U2F's frame for requests (FIDO U2F Raw Message Formats, section 3.1).
struct CommandAPDU {
    var cla: UInt8 = 0
    var ins: UInt8
    var p1: UInt8 = 0
    var p2: UInt8 = 0
    /// At most 65535 bytes.
    var data: [UInt8] = []

    private static let headerSize = 4

    init(ins: UInt8, p1: UInt8 = 0, data: [UInt8] = []) {
        self.ins = ins
        self.p1 = p1
        self.data = data
    }

    /// Reads the extended form, which CTAPHID requires, and the short one. The maximum response length (Le) is
    /// irrelevant on a transport that carries any.
    /// - Throws: `wrongLength` if the inner lengths contradict the message.
    init(decoding message: [UInt8]) throws(U2FStatus) {
        guard message.count >= Self.headerSize else { throw .wrongLength }
        (cla, ins, p1, p2) = (message[0], message[1], message[2], message[3])
        let body = message[Self.headerSize...]
        let isExtended = body.first == 0 && body.count > 1
        let lengthSize = isExtended ? 3 : 1
        // Without data, only Le or nothing follows.
        guard body.count > lengthSize else {
            guard body.isEmpty || body.count == lengthSize else { throw .wrongLength }
            return
        }
        let length = body.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
        let rest = body.dropFirst(lengthSize)
        guard rest.count == length || rest.count == length + (isExtended ? 2 : 1) else { throw .wrongLength }
        data = Array(rest.prefix(length))
    }

    /// The extended form, with room for any response.
    var encoded: [UInt8] {
        [cla, ins, p1, p2, 0, UInt8(truncatingIfNeeded: data.count >> 8), UInt8(truncatingIfNeeded: data.count)] + data
            + [0, 0]
    }
}
