import { KINDS } from './records.ts'
import { describeJourney } from './describe-journey.ts'

describeJourney('a small hostile landscape', {
  kinds: Object.keys(KINDS),
  elements: 20,
  bodies: 2,
  values: 1,
  listed: 3,
})
