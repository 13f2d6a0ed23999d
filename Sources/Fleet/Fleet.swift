import LoadMeasurement
import TOMLKit

/// The devices of one machine, and the users that they belong to.
public enum Fleet {}
