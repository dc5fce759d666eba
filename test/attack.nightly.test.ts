import { SUITES } from '../tools/lab/attack/suites.ts'
import { describeAttacks } from './support/describe-attacks.ts'

describeAttacks(SUITES, 900_000)
