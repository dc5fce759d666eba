import { callers } from '../tools/lab/attack/callers.ts'
import { describeAttacks } from './support/describe-attacks.ts'

/** The suite that costs least; `npm run test:nightly` runs all. */
describeAttacks([{ ...callers, attacks: callers.attacks.filter(({ quick }) => quick) }], 90_000)
