import { KINDS } from './records.ts'
import { describeJourney } from './describe-journey.ts'

describeJourney('a small hostile landscape', {
  kinds: Object.keys(KINDS),
  projects: 60,
  elements: 20,
  bodies: 2,
  values: 1,
  listed: 2,
})
