import PixAPI
import Sandbox

/// The life of a charge, which its intent drives. `docs/simulator.md` prints this table.
let chargeMachine = StateMachine<ChargeStatus, ChargeEvent, ChargeStatus>([
    ([.pending], .settle, .succeeded),
    ([.pending], .fail, .failed),
])
