/// Why a store of devices cannot be used.
public struct FleetStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    enum Problem: Sendable, Hashable {
        case inUse
        case otherSeed
        case missingKey(String)
        case invalidKey(String)
        case invalidLine(Int)
    }

    public let path: String
    private let problem: Problem

    init(_ path: String, _ problem: Problem) { (self.path, self.problem) = (path, problem) }

    public var description: String {
        switch problem {
        case .inUse: "another fleet has it open"
        case .otherSeed: "its devices have another seed"
        case .missingKey(let key): "its key file \(key) is not there"
        case .invalidKey(let key): "\(key) is not its key file"
        case .invalidLine(let number): "line \(number) was changed or has another key"
        }
    }

    /// What to do.
    public var remedy: String {
        switch problem {
        case .inUse: "stop the other one, or pass another --store"
        case .otherSeed: "leave out --seed and the journey file's seed, or pass another --store"
        case .missingKey, .invalidKey: "restore the key file, or pass another --store"
        case .invalidLine: "restore the store, or pass another --store"
        }
    }
}
