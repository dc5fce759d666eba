import {
  addDays,
  daysBetween,
  moved,
  REFERENCE_DATE,
  workingTime,
} from '../organisation/calendar.ts'
import { ADVICE, PLANS } from './catalogue/advice.ts'
import { CATALOGUE } from './catalogue/catalogue.ts'
import { DESCRIPTIONS } from './catalogue/descriptions.ts'
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
    'Two services run it in production.',
    'The pilot met its aims.',
    'The platform team supports it.',
    'Enough people have the skills.',
  ],
  down: [
    'New work uses something else; existing services keep it.',
    'Its support ends soon.',
    'Few applicants know it.',
    'A simpler choice replaced it in new services.',
  ],
  same: [
    'The autumn review confirmed its position.',
    'Reviewed again; nothing has changed.',
    'It is still the usual choice of the services that have it.',
  ],
}

function reasonFor(from: Ring | undefined, to: Ring, random: Random): string {
  if (from === undefined)
    return to === 'review' ? 'A team asked for a review.' : 'It was in use before the radar.'
  if (from === to) return random.pick(REASONS.same)
  const direction = RING_ORDER.indexOf(to) > RING_ORDER.indexOf(from) ? 'up' : 'down'
  return random.pick(REASONS[direction])
}

/** Ascending dates, one per position: the first in the year `since`, the others up to the reference date. */
function datesOf({ since, path }: Technology, random: Random): string[] {
  const first = addDays(moved(`${since}-01-15`), random.int(0, since === 2026 ? 270 : 330))
  const span = daysBetween(first, REFERENCE_DATE)
  return path.map((_ring, index) => {
    const slot = Math.floor(span / path.length)
    return addDays(first, index === 0 ? 0 : index * slot + random.int(0, Math.floor(slot * 0.8)))
  })
}

function timelineOf(technology: Technology, random: Random) {
  const dates = datesOf(technology, random)
  const chosen = random.chance(0.25) ? random.int(1, 3) : undefined
  // The default directorate decides on what the organisation advises against and announces.
  const directorate =
    insteadOf(technology.title) || plannedFor(technology).length ? undefined : chosen
  const positions = technology.path.map((ringId, index) => {
    const before = technology.path[index - 1]
    const date = dates[index] ?? REFERENCE_DATE
    const usual = reasonFor(before, ringId, random)
    const isLast = index === technology.path.length - 1
    // Items before 2022 were imported without author; times are kept since 2025.
    const author = date < '2022' ? null : random.pick(REVIEWERS).email
    return {
      moved: before ? RING_ORDER.indexOf(ringId) - RING_ORDER.indexOf(before) : 0,
      ringId,
      date: date < '2025' ? date : `${date} ${workingTime(random.next())}`,
      description: (isLast && ADVICE[technology.title]?.reason) || usual,
      ...(date < '2020' ? {} : { author }),
      ...(directorate !== undefined && isLast && index > 0 ? { directorate } : {}),
    }
  })
  return [...positions, ...plannedFor(technology)]
}

/** The announced move of a technology, if any. */
function plannedFor({ title, path }: Technology) {
  const last = path.at(-1) ?? 'review'
  return PLANS.filter((plan) => plan.title === title).map(({ ringId, inDays, reason }) => ({
    moved: RING_ORDER.indexOf(ringId) - RING_ORDER.indexOf(last),
    ringId,
    date: addDays(REFERENCE_DATE, inDays),
    description: reason,
    author: REVIEWERS[0]?.email ?? null,
  }))
}

function entryOf(technology: Technology) {
  const { title, quadrant, category } = technology
  const key = slugOf(title)
  const timeline = timelineOf(technology, createRandom(`radar ${title}`))
  const added = Date.parse(`${(timeline[0]?.date ?? REFERENCE_DATE).slice(0, 10)}T10:00:00Z`)
  return {
    id: `tech-${added}-${key}`,
    title,
    key,
    url: '#',
    quadrant,
    description: DESCRIPTIONS[title] ?? category,
    links: [],
    timeline,
  }
}

/** The title of the entry to use instead of another. */
function insteadOf(title: string): string | undefined {
  const plan = PLANS.find((one) => one.title === title)
  return ADVICE[title]?.instead ?? (plan && 'instead' in plan ? plan.instead : undefined)
}

/** The radar document, with entries in stored order. */
export function radar() {
  const all = CATALOGUE.map(entryOf)
  const idOf = (title: string | undefined) => all.find((entry) => entry.title === title)?.id
  const entries = all
    .map((entry) => {
      const useInstead = idOf(insteadOf(entry.title))
      return { ...entry, ...(useInstead !== undefined && { useInstead }) }
    })
    .toSorted(
      (a, b) => Number(a.quadrant) - Number(b.quadrant) || a.title.localeCompare(b.title, 'en'),
    )
  return { title: 'Acme Coast Technology Radar', quadrants: QUADRANTS, rings: RINGS, entries }
}

/** The radar at an instant in the past, in ISO 8601. */
export function radarAt(instant: string) {
  const present = radar()
  const entries = present.entries.map((entry) => {
    return { ...entry, timeline: entry.timeline.filter(({ date }) => date < instant) }
  })
  return { ...present, entries: entries.filter(({ timeline }) => timeline.length > 0) }
}
