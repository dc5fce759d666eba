import { inSlices } from '@landscape/contracts/async/in-slices'
import { understood } from '@landscape/contracts/json'
import { partOf } from '@landscape/contracts/entries'
import type { LandingReply } from '@landscape/contracts/landing'
import { monthsBefore, type ReadDrift } from '../drift/read-drift.ts'
import { readDirectorates, selectRadar, type RadarRoutesDeps } from '../radar/radar-query.ts'
import { movesReply } from '../radar/read-moves.ts'
import { scannedTotal, sourcesOf, type Sources } from '../join/use.ts'
import type { ReadTrends } from '../reads/kept-months.ts'
import { comparable, type TrendsReply } from '../reads/reply.ts'
import { ringTexts } from '../timeline/radar-entries.ts'
import type { Move } from '../timeline/reply.ts'
import { filterDrift } from '../drift/filter-drift.ts'

export interface LandingSources {
  readDrift: ReadDrift
  readTrends: ReadTrends
  radar: Omit<RadarRoutesDeps, 'publicUrl'>
  /** Milliseconds since the epoch. */
  now: () => number
}

/** One version of a part of the page. */
interface PartVersion<T> {
  etag: string
  staleSeconds?: number | undefined
  build: () => T | Promise<T>
}

const SHOWN_MOVES = 8
const MONTHS = 3
const SHOWN_MONTHS = 12

/** Creates the function that reads the version of what the landing page shows. */
export function createLandingReader(sources: LandingSources) {
  return async () => {
    const parts = await Promise.all([orNull(readNumbers(sources)), orNull(readRadar(sources))])
    const [numbers, drawn] = parts
    const ages = parts.flatMap(({ staleSeconds }) => staleSeconds ?? [])
    return {
      version: {
        etag: parts.map(({ etag }) => etag).join(' '),
        staleSeconds: ages.length > 0 ? Math.max(...ages) : undefined,
      },
      async build(): Promise<LandingReply> {
        const { radar, moves } = (await drawn.build()) ?? { radar: null, moves: null }
        return {
          numbers: await numbers.build(),
          radar,
          moves,
        }
      },
    }
  }
}

/** A part whose documents cannot be read must not cost the others. */
function orNull<T>(part: Promise<PartVersion<T>>): Promise<PartVersion<T | null>> {
  return part.catch(() => ({ etag: 'unreadable', build: () => null }))
}

/** The members of a complete reply. */
type Complete = { [K in keyof LandingReply]: NonNullable<LandingReply[K]> }

async function readNumbers({
  readDrift,
  readTrends,
}: LandingSources): Promise<PartVersion<Complete['numbers']>> {
  // The number of an earlier month is not worth a missing part.
  const [version, kept] = await Promise.all([readDrift(), readTrends().catch(() => undefined)])
  return {
    etag: `${version.etag} ${kept?.version}`,
    staleSeconds: version.staleSeconds,
    async build() {
      const drift = await version.load()
      const { totals } = await inSlices(filterDrift(drift, {}, false))
      const { projects, repositoriesAsOf, source } = drift.landscape
      const repositories = scannedTotal(drift.landscape)
      return {
        onHoldInUse: totals['on-hold-in-use'],
        against: ringTexts(source.radar).against,
        notOnRadar: totals['not-on-radar'],
        projects: projects.length,
        months: kept ? monthsOf(kept.trends(), sourcesOf(drift.landscape)) : [],
        repositories,
        repositoriesAsOf,
        entries: source.radar.entries.length,
      }
    },
  }
}

function monthsOf(trends: TrendsReply, sources: Sources): Complete['numbers']['months'] {
  const [onHold = [], notOnRadar = [], projects = []] = (
    ['onHoldInUse', 'notOnRadar', 'projects'] as const
  ).map((name) => comparable(trends, name, sources))
  return trends.months
    .map(({ month }, i) => ({
      month,
      onHoldInUse: onHold[i]?.count ?? null,
      notOnRadar: notOnRadar[i]?.count ?? null,
      projects: projects[i]?.count ?? null,
    }))
    .slice(-SHOWN_MONTHS)
}

async function readRadar({
  radar,
  now,
}: LandingSources): Promise<PartVersion<Pick<Complete, 'radar' | 'moves'>>> {
  const [selected, { directorates }] = await Promise.all([
    selectRadar(radar, {}),
    readDirectorates(radar),
  ])
  const since = new Date(monthsBefore(now(), MONTHS)).toISOString().slice(0, 10)
  return {
    etag: `${selected.version} ${since}`,
    staleSeconds: selected.staleSeconds,
    async build() {
      const view = await selected.load()
      const { title, changes, rings } = movesReply(view, { since: Date.parse(since) })
      const { main, enabled } = directorates
      const [quadrant] = understood(view.radar.quadrants.map(partOf))
      return {
        radar: { title, firstQuadrant: quadrant?.id ?? null },
        moves: {
          since,
          newest: changes.slice(0, SHOWN_MOVES).map(shownMove),
          rings,
          directorate: enabled.some(({ id }) => id !== main.id) ? main.name : null,
        },
      }
    },
  }
}

function shownMove({ title, from, to, date, description }: Move) {
  return { title, from, to, date, description }
}
