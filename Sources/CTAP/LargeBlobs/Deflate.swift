import CLibZ

/// Compression without header and checksum (RFC 1951).
enum Deflate {
    static func compress(_ bytes: [UInt8]) throws(LargeBlobError) -> [UInt8] {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw .compression }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        let (status, compressed) = run(&stream, from: bytes, room: bound) { deflate(&$0, Z_FINISH) }
        guard status == Z_STREAM_END else { throw .compression }
        return compressed
    }

    /// - Parameter count: the required size in bytes; no more are ever produced.
    /// - Returns: nil if the size differs or the bytes cannot be decompressed.
    static func decompress(_ bytes: [UInt8], count: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        // One extra byte reveals output that is too long.
        let (status, decompressed) = run(&stream, from: bytes, room: count + 1) { inflate(&$0, Z_FINISH) }
        return status == Z_STREAM_END && decompressed.count == count ? decompressed : nil
    }

    /// Runs a stream over all of its input at once.
    /// - Parameter room: the maximum size of the output in bytes.
    private static func run(
        _ stream: inout z_stream, from input: [UInt8], room: Int, _ step: (inout z_stream) -> Int32
    ) -> (status: Int32, output: [UInt8]) {
        var status = Z_STREAM_ERROR
        let output = [UInt8](unsafeUninitializedCapacity: room) { output, initialized in
            input.withUnsafeBufferPointer { input in
                // zlib only reads its input, although the type allows more.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(clamping: input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(clamping: room)
                status = step(&stream)
            }
            initialized = room - Int(stream.avail_out)
        }
        return (status, output)
    }
}
