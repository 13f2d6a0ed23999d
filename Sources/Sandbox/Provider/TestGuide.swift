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
        /// The endpoint that shows it, with `{id}`; nil if the test asks control.
        package let path: String?
        /// The member for the reason of its end.
        package let reason: String
        /// An expression for the id of one whose history is not known; nil if there is none.
        package let substitute: String?

        package init(
            kind: String, variable: String, path: String? = nil, reason: String = "reason", substitute: String? = nil
        ) {
            self.kind = kind
            self.variable = variable
            self.path = path
            self.reason = reason
            self.substitute = substitute
        }
    }

    /// How control does what was done, where a test cannot send the backend's requests again because they are signed.
    package struct Replay: Sendable {
        /// An action of control with the effect of something that a person or the time did.
        package struct Act: Sendable {
            package let action: String
            /// The events that it causes.
            package let events: Set<String>
            /// The states in which it is possible; nil for all.
            package let states: Set<String>?
            /// The event that must follow; nil for any.
            package let next: String?
            /// True if a scenario causes the same event after another action.
            package let isWithoutScenario: Bool

            package init(
                _ action: String, _ events: Set<String>, in states: Set<String>? = nil, next: String? = nil,
                isWithoutScenario: Bool = false
            ) {
                self.action = action
                self.events = events
                self.states = states
                self.next = next
                self.isWithoutScenario = isWithoutScenario
            }
        }

        /// An expression for the object's id; `{object}` is what the trigger returned.
        package let id: String
        /// The trigger of each state that waits for a person.
        package let waits: [String: String]
        /// The first that fits is the one.
        package let acts: [Act]
        /// Events that only the backend's requests cause: a test begins after them.
        package let backend: Set<String>
        /// The parameter `reason` of triggers, by the event, where it is not the reason of the object's end.
        package let reasons: [String: String]
        /// Other parameters of triggers, by their paths in the stored object.
        package let parameters: [String: String]
        /// The scenario that is the usual one.
        package let usual: String

        package init(
            id: String = #"{object}["id"]"#, waits: [String: String], acts: [Act], backend: Set<String>,
            reasons: [String: String] = [:], parameters: [String: String] = [:], usual: String = "success"
        ) {
            self.id = id
            self.waits = waits
            self.acts = acts
            self.backend = backend
            self.reasons = reasons
            self.parameters = parameters
            self.usual = usual
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
    /// nil if the test sends the backend's requests.
    package let replay: Replay?

    /// For a provider whose requests are signed.
    package init(subjects: [Subject], replay: Replay) {
        self.subjects = subjects
        self.replay = replay
        (steps, acts, decisions, seeds, ceremonyReason) = ([], [:], [:], [:], "")
    }

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
        replay = nil
    }
}
