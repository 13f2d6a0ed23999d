/// The files with device facts. Symbolic links never lead out of the tree; contents are limited and checked. A file
/// that is missing, forbidden, not regular or not text counts as absent; nothing here throws.
public struct DeviceFiles: Sendable {
    /// The maximum number of bytes to read from a file. Of a longer file, the complete lines within the limit.
    static let sizeLimit = 64 * 1024
    /// The maximum number of symbolic links on the way to one file, as in the kernel.
    private static let linkLimit = 40
    /// The maximum number of names to read from one directory.
    private static let nameLimit = 1024

    private let tree: any FileTree

    public init(_ tree: any FileTree) { self.tree = tree }

    /// The path without symbolic links, or nil if it does not exist. A link's absolute target starts at the tree's
    /// root, and `..` stops there.
    func resolve(_ path: String) -> String? {
        var pending = Array(path.split(separator: "/").reversed())
        var resolved: [Substring] = []
        var links = 0
        while let component = pending.popLast() {
            switch component {
            case ".": continue
            case "..": _ = resolved.popLast()
            default:
                let candidate = "/" + (resolved + [component]).joined(separator: "/")
                switch tree.node(at: candidate) {
                case nil: return nil
                case .link(let target):
                    links += 1
                    guard links <= Self.linkLimit else { return nil }
                    if target.hasPrefix("/") { resolved = [] }
                    pending.append(contentsOf: target.split(separator: "/").reversed())
                case .file, .directory: resolved.append(component)
                }
            }
        }
        return "/" + resolved.joined(separator: "/")
    }

    func exists(_ path: String) -> Bool { resolve(path) != nil }

    /// The unchanged content of a file.
    func bytes(_ path: String) -> [UInt8]? {
        guard let resolved = resolve(path), tree.node(at: resolved) == .file,
            let bytes = tree.read(resolved, limit: Self.sizeLimit + 1)
        else { return nil }
        guard bytes.count > Self.sizeLimit else { return bytes }
        // A partial line could be mistaken for a complete one.
        guard let end = bytes[..<Self.sizeLimit].lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        return Array(bytes[...end])
    }

    /// The content of a text file; nil if it is not UTF-8 or contains a NUL.
    func text(_ path: String) -> String? {
        guard let bytes = bytes(path), !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// A text file's content without surrounding white space; nil if nothing remains.
    func value(_ path: String) -> String? {
        guard let text = text(path)?.trimmed, !text.isEmpty else { return nil }
        return text
    }

    func integer(_ path: String) -> Int64? { value(path).flatMap { Int64($0) } }

    /// The NUL-terminated strings of a file, such as `/proc/1/environ` or a device tree's.
    func strings(_ path: String) -> [String] {
        (bytes(path) ?? []).split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) }
    }

    /// The paths of a directory's entries, sorted.
    func entries(_ path: String) -> [String] {
        guard let resolved = resolve(path) else { return [] }
        return tree.names(in: resolved).prefix(Self.nameLimit).sorted().map { "\(path)/\($0)" }
    }
}

extension StringProtocol {
    /// The text without surrounding white space.
    var trimmed: String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...end])
    }

    /// The lines, without line ends.
    var lines: [SubSequence] { split(whereSeparator: \.isNewline) }
}
