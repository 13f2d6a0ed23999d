/// How the history of a provider's objects becomes a test with the fixtures of `toque-testing`, as Python expressions.
package struct TestGuide: Sendable {
    /// A request that the test repeats.
    package struct Step: Sendable {
        package let method: String
        /// The endpoint's pattern, without slashes at its ends.
        package let pattern: String
        /// The variable for the answer; nil for an answer that nobody uses.
        package let variable: String?
        /// The whole body, from a fixture; `{object}` is the variable of the object in the path. nil for the body that
        /// was sent.
        package let body: String?
        /// Members with other values, by path: those that the journal does not show.
        package let members: [String: String]

        package init(
            _ method: String, _ pattern: String, as variable: String? = nil, body: String? = nil,
            members: [String: String] = [:]
        ) {
            self.method = method
            self.pattern = pattern
            self.variable = variable
            self.body = body
            self.members = members
        }
    }

    /// A kind of object that a test can be about.
    package struct Subject: Sendable {
        package let kind: String
        /// The variable, such as `payment`; also the prefix of its triggers.
        package let variable: String
        /// The endpoint that shows it, with `{id}`.
        package let path: String
        /// The member for the reason of its end.
        package let reason: String
        /// An expression for the id of one whose history is not known; nil if there is none.
        package let substitute: String?

        package init(kind: String, variable: String, path: String, reason: String, substitute: String? = nil) {
            self.kind = kind
            self.variable = variable
            self.path = path
            self.reason = reason
            self.substitute = substitute
        }
    }

    package let subjects: [Subject]
    package let steps: [Step]
    /// What people did, by the event that followed. `{object}` is the object's variable, `{reason}` the event's reason,
    /// and `{error}` what the form on the page said, or else `access_denied`.
    package let acts: [String: String]
    /// Events that only the scenario or a person at the control API causes, with the line for the latter.
    package let decisions: [String: String]
    /// The fixture's names of the values in `ProviderGuide.environment`.
    package let seeds: [String: String]
    /// The reason of an end that only the bytes of the ceremony can cause: they are sent as they were.
    package let ceremonyReason: String

    package init(
        subjects: [Subject], steps: [Step], acts: [String: String], decisions: [String: String],
        seeds: [String: String], ceremonyReason: String
    ) {
        self.subjects = subjects
        self.steps = steps
        self.acts = acts
        self.decisions = decisions
        self.seeds = seeds
        self.ceremonyReason = ceremonyReason
    }
}
