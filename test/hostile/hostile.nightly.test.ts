import { describeJourney } from './describe-journey.ts'
import { KINDS } from './records.ts'

/** Each kind of record alone, so that the fault of one kind does not hide another. */
for (const kind of Object.keys(KINDS)) {
  describeJourney(`a landscape with ${kind}`, {
    kinds: [kind],
    projects: 0,
    elements: 0,
    bodies: 0,
    values: 2,
    listed: 6,
  })
}

describeJourney('a hostile landscape', {
  kinds: Object.keys(KINDS),
  projects: 5_000,
  elements: 150,
  bodies: 6,
  values: 6,
  listed: 30,
})
