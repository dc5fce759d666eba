import { inSlices } from '@landscape/contracts/async/in-slices'
import { bannerOf, bannerState, bannerTimesPassed } from '@landscape/contracts/banners'
import { understood } from '@landscape/contracts/json'
import type { BannersDocument, RepositoriesDocument } from '@landscape/contracts/landscape'
import type { LandingReply } from '@landscape/contracts/landing'
import { readOr } from '@landscape/http/responses/documents'
import type { StoredDocument } from '@landscape/store/documents/document'
import { filterDrift } from '../drift/filter-drift.ts'
import { monthsBefore, type ReadDrift } from '../drift/read-drift.ts'
import { drawnPart, preparedPicture } from '../radar/picture-route.ts'
import { readDirectorates, selectRadar, type RadarRoutesDeps } from '../radar/radar-query.ts'
import { movesReply } from '../radar/read-moves.ts'
import { scannedTotal } from '../join/use.ts'
import type { ReadTrends } from '../reads/kept-months.ts'
import { earlierOf } from '../reads/reply.ts'
import { languagesPicture } from '../statistics/languages-picture.ts'
import { filterRepositories, repositoriesOf } from '../statistics/repositories.ts'
import { countRepositories } from '../statistics/statistics.ts'
import { ringTexts } from '../timeline/radar-entries.ts'
import type { Move } from '../timeline/reply.ts'

export interface LandingSources {
  readDrift: ReadDrift
  readTrends: ReadTrends
  radar: Omit<RadarRoutesDeps, 'publicUrl'>
  repositories: StoredDocument<RepositoriesDocument>
  banners: StoredDocument<BannersDocument>
  /** Milliseconds since the epoch. */
  now: () => number
}

/** One version of a part of the page. */
interface Part<T> {
  etag: string
  staleSeconds?: number | undefined
  build: () => T | Promise<T>
}

const SHOWN_MOVES = 8
const SHOWN_BANNERS = 5
const MONTHS = 3
const KIND = 'on-hold-in-use'

/** Creates the function that reads the version of what the landing page shows. */
export function createLandingReader(sources: LandingSources) {
  return async () => {
    const [numbers, drawn, languages, banners] = await Promise.all([
      orNull(readNumbers(sources)),
      orNull(readRadar(sources)),
      orNull(readLanguages(sources)),
      orNull(readBanners(sources)),
    ])
    const parts = [numbers, drawn, languages, banners]
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
          languages: await languages.build(),
          banners: await banners.build(),
        }
      },
    }
  }
}

/** A part whose documents cannot be read must not cost the others. */
function orNull<T>(part: Promise<Part<T>>): Promise<Part<T | null>> {
  return part.catch(() => ({ etag: 'unreadable', build: () => null }))
}

/** The members of a complete reply. */
type Complete = { [K in keyof LandingReply]: NonNullable<LandingReply[K]> }

async function readNumbers({
  readDrift,
  readTrends,
}: LandingSources): Promise<Part<Complete['numbers']>> {
  // The number of an earlier month is not worth a missing part.
  const [version, kept] = await Promise.all([readDrift(), readTrends().catch(() => undefined)])
  return {
    etag: `${version.etag} ${kept?.version}`,
    staleSeconds: version.staleSeconds,
    async build() {
      const drift = await version.load()
      const { totals } = await inSlices(filterDrift(drift, { kind: KIND }, false))
      const { projects, repositoriesAsOf } = drift.landscape
      const repositories = scannedTotal(drift.landscape)
      return {
        onHoldInUse: totals[KIND] ?? 0,
        against: ringTexts(drift.landscape.source.radar).against,
        earlier: (kept && earlierOf(kept.trends(), repositories !== null)) ?? null,
        projects: projects.length,
        repositories,
        repositoriesAsOf,
        entries: drift.landscape.source.radar.entries.length,
      }
    },
  }
}

async function readRadar({
  radar,
  now,
}: LandingSources): Promise<Part<Pick<Complete, 'radar' | 'moves'>>> {
  const [selected, { directorates }] = await Promise.all([
    selectRadar(radar, {}),
    readDirectorates(radar),
  ])
  const since = new Date(monthsBefore(now(), MONTHS)).toISOString().slice(0, 10)
  return {
    etag: `${selected.version} ${since}`,
    staleSeconds: selected.staleSeconds,
    async build() {
      const seen = await selected.load()
      const { title, changes, rings } = movesReply(seen, { since: Date.parse(since) })
      const { main, enabled } = directorates
      const picture = await preparedPicture(
        radar.cache,
        drawnPart(seen, {}, Date.parse(since)),
        'wide',
      )
      return {
        radar: String(await picture.body('identity')),
        moves: {
          since,
          newest: changes.slice(0, SHOWN_MOVES).map(shownMove),
          rings,
          radarTitle: title,
          directorate: enabled.some(({ id }) => id !== main.id) ? main.name : null,
        },
      }
    },
  }
}

function shownMove({ title, from, to, date, description }: Move) {
  return { title, from, to, date, description }
}

async function readLanguages({ repositories, now }: LandingSources): Promise<Part<string>> {
  const { value, ...version } = await readOr(repositories, { repositories: [] })
  const build = () =>
    languagesPicture(countRepositories(filterRepositories(repositoriesOf(value), {}, now())))
  return { ...version, build }
}

async function readBanners({ banners, now }: LandingSources): Promise<Part<Complete['banners']>> {
  const { value, etag, staleSeconds } = await readOr(banners, { messages: [] })
  const at = now()
  return {
    etag: `${etag} ${bannerTimesPassed(value.messages, at)}`,
    staleSeconds,
    build() {
      const shown = understood(value.messages.map(bannerOf)).filter(
        (banner) => bannerState(banner, at) === 'shown',
      )
      return {
        total: shown.length,
        shown: shown.slice(0, SHOWN_BANNERS).map(({ raw, text }) => ({
          title: textOf(raw['title']),
          message: text,
          type: textOf(raw['type']),
        })),
      }
    },
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
