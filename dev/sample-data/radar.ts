import { addDays, daysBetween, REFERENCE_DATE, workingTime } from '../organisation/calendar.ts'
import { CATALOGUE } from './catalogue/catalogue.ts'
import type { Ring, Technology } from './catalogue/technology.ts'
import { slugOf } from '../organisation/naming.ts'
import { REVIEWERS } from '../organisation/people.ts'
import { createRandom, type Random } from '../organisation/random.ts'

/** Rings from worst to best; `moved` is the distance of two rings. */
export const RING_ORDER: Ring[] = ['ignore', 'review', 'hold', 'assess', 'trial', 'adopt']

const QUADRANTS = [
  { id: '1', name: 'Languages' },
  { id: '2', name: 'Frameworks' },
  { id: '3', name: 'Supporting Tools' },
  { id: '4', name: 'Infrastructure' },
]

const RINGS = [
  { id: 'adopt', name: 'ADOPT', color: '#008a00' },
  { id: 'trial', name: 'TRIAL', color: '#cb00b4' },
  { id: 'assess', name: 'ASSESS', color: '#0069e5' },
  { id: 'hold', name: 'HOLD', color: '#de001a' },
]

/** The parts of the organisation; timeline items of the radar refer to them by id. */
export const DIRECTORATES = [
  { id: 0, name: 'Coastal Services (CS)', colour: '#1f77b4', default: true, enabled: true },
  { id: 1, name: 'Harbour Operations (HO)', colour: '#ff7f0e', default: false, enabled: true },
  { id: 2, name: 'Marine Data (MD)', colour: '#2ca02c', default: false, enabled: true },
  { id: 3, name: 'Corporate Digital (CD)', colour: '#9467bd', default: false, enabled: true },
  { id: 4, name: 'Survey Fleet (SF)', colour: '#8c564b', default: false, enabled: false },
]

const REASONS = {
  up: [
    'two services run it in production',
    'the pilot met its aims',
    'supported by the platform team',
    'skills are in place',
  ],
  down: [
    'no new work, existing services are kept',
    'support ends soon',
    'hard to recruit for',
    'replaced by a simpler choice',
  ],
  same: [
    'position confirmed',
    'reviewed again, no change',
    'still the usual choice in its services',
  ],
}

function describe(from: Ring | undefined, to: Ring, random: Random): string {
  if (from === undefined) return to === 'review' ? 'Added for review' : 'First position'
  if (from === to) return `Stays in ${to}: ${random.pick(REASONS.same)}`
  const direction = RING_ORDER.indexOf(to) > RING_ORDER.indexOf(from) ? 'up' : 'down'
  return `Moved from ${from} to ${to}: ${random.pick(REASONS[direction])}`
}

/** Ascending dates, one per position: the first in the year `since`, the others up to the reference date. */
function datesOf({ since, path }: Technology, random: Random): string[] {
  const first = addDays(`${since}-01-15`, random.int(0, since === 2026 ? 270 : 330))
  const span = daysBetween(first, REFERENCE_DATE)
  return path.map((_ring, index) => {
    const slot = Math.floor(span / path.length)
    return addDays(first, index === 0 ? 0 : index * slot + random.int(0, Math.floor(slot * 0.8)))
  })
}

function timelineOf(technology: Technology, random: Random) {
  const dates = datesOf(technology, random)
  const directorate = random.chance(0.25) ? random.int(1, 3) : undefined
  return technology.path.map((ringId, index) => {
    const before = technology.path[index - 1]
    const date = dates[index] ?? REFERENCE_DATE
    // Items before 2022 were imported without author; times are kept since 2025.
    const author = date < '2022' ? null : random.pick(REVIEWERS).email
    return {
      moved: before ? RING_ORDER.indexOf(ringId) - RING_ORDER.indexOf(before) : 0,
      ringId,
      date: date < '2025' ? date : `${date} ${workingTime(random.next())}`,
      description: describe(before, ringId, random),
      ...(date < '2020' ? {} : { author }),
      ...(directorate !== undefined && index === technology.path.length - 1 && index > 0
        ? { directorate }
        : {}),
    }
  })
}

function entryOf(technology: Technology) {
  const key = slugOf(technology.title)
  const timeline = timelineOf(technology, createRandom(`radar ${technology.title}`))
  const added = Date.parse(`${(timeline[0]?.date ?? REFERENCE_DATE).slice(0, 10)}T10:00:00Z`)
  return {
    id: `tech-${added}-${key}`,
    title: technology.title,
    key,
    url: '#',
    quadrant: technology.quadrant,
    description: technology.category,
    links: [],
    timeline,
  }
}

/** The radar document, with entries in stored order. */
export function radar() {
  const entries = CATALOGUE.map(entryOf).sort(
    (a, b) => Number(a.quadrant) - Number(b.quadrant) || a.title.localeCompare(b.title, 'en'),
  )
  return { title: 'Acme Coast Technology Radar', quadrants: QUADRANTS, rings: RINGS, entries }
}
