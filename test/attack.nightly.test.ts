import { SUITES } from '../tools/attack/suites.ts'
import { describeAttacks } from './support/describe-attacks.ts'

describeAttacks(SUITES, 900_000)
