import Glibc

/// LLVM's libFuzzer, which the sanitizer's runtime brings; its header is C++.
enum LibFuzzer {
    @_silgen_name("LLVMFuzzerRunDriver")
    private static func runDriver(
        _ count: UnsafeMutablePointer<CInt>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
        _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
    ) -> CInt

    /// The callback is a C function, which cannot keep anything: set once, before the fuzzer starts.
    nonisolated(unsafe) private static var current: @Sendable ([UInt8]) -> Void = { _ in }

    static func run(_ target: FuzzTarget, arguments: [String]) -> Never {
        current = target.body()
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
}
