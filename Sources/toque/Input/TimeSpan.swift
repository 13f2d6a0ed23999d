import ArgumentParser
import ToqueEncoding

extension TimeSpan: ExpressibleByArgument {
    package init?(argument text: String) { self.init(text) }
}
