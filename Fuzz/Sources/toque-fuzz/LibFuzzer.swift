import Glibc

/// LLVM's libFuzzer from the sanitizer's runtime; its headers are the compiler's own C and C++.
enum LibFuzzer {
    @_silgen_name("LLVMFuzzerRunDriver")
    private static func runDriver(
        _ count: UnsafeMutablePointer<CInt>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
        _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
    ) -> CInt

    @_silgen_name("LLVMFuzzerMutate")
    private static func mutateBytes(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ limit: Int) -> Int

    /// The callbacks are C functions, which cannot capture anything. Set once, before the fuzzer starts.
    nonisolated(unsafe) private static var current: @Sendable ([UInt8]) -> Void = { _ in }
    nonisolated(unsafe) fileprivate static var mutation: StructuredMutation?

    static func run(_ target: FuzzTarget, arguments: [String]) -> Never {
        current = target.body()
        mutation = target.mutation
        var count = CInt(arguments.count)
        // They live as long as the process.
        let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 1)
        for (index, argument) in arguments.enumerated() { list[index] = strdup(argument) }
        list[arguments.count] = nil
        var pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = list
        exit(
            runDriver(&count, &pointer) { bytes, size in
                LibFuzzer.current(Array(UnsafeBufferPointer(start: bytes, count: size)))
                return 0
            })
    }

    /// libFuzzer's own mutation of bytes.
    static func mutate(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: max(limit, bytes.count)) { buffer, count in
            buffer.initialize(repeating: 0)
            _ = buffer.update(fromContentsOf: bytes)
            count = mutateBytes(buffer.baseAddress, min(bytes.count, limit), limit)
        }
    }

    /// - Returns: the number of bytes written; nil if they do not fit.
    fileprivate static func put(_ bytes: [UInt8], _ data: UnsafeMutablePointer<UInt8>, _ limit: Int) -> Int? {
        guard bytes.count <= limit else { return nil }
        _ = UnsafeMutableBufferPointer(start: data, count: limit).update(fromContentsOf: bytes)
        return bytes.count
    }

    fileprivate static func bytes(_ data: UnsafePointer<UInt8>?, _ size: Int) -> [UInt8] {
        Array(UnsafeBufferPointer(start: data, count: size))
    }

    fileprivate static func mutateInPlace(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int) -> Int {
        mutateBytes(data, size, limit)
    }
}

/// libFuzzer calls it for each mutation, if it is present.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32) -> Int {
    guard let mutation = LibFuzzer.mutation else { return LibFuzzer.mutateInPlace(data, size, limit) }
    let mutated = mutation.mutate(LibFuzzer.bytes(data, size), limit: limit, seed: seed)
    return LibFuzzer.put(mutated, data, limit) ?? size
}

/// Combines two inputs; returns 0 if that is impossible.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func customCrossOver(
    _ first: UnsafePointer<UInt8>, _ firstSize: Int, _ second: UnsafePointer<UInt8>, _ secondSize: Int,
    _ output: UnsafeMutablePointer<UInt8>, _ limit: Int, _ seed: UInt32
) -> Int {
    let crossed = LibFuzzer.mutation?.cross(
        LibFuzzer.bytes(first, firstSize), LibFuzzer.bytes(second, secondSize), limit: limit, seed: seed)
    return crossed.flatMap { LibFuzzer.put($0, output, limit) } ?? 0
}
