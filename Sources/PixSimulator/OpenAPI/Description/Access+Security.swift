import Sandbox
import ToqueEncoding

extension Route.Access {
    /// The schemes of which one will do; an empty list where nobody is asked.
    var security: JSON {
        switch self {
        case .open: []
        case .key: [["basicAuth": []]]
        case .keyOrToken: [["basicAuth": []], ["bearerAuth": []]]
        }
    }
}
