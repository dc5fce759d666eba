import { setImmediate } from 'node:timers/promises'
import {
  createRepositoryIndex,
  type RepositoryIndex,
} from '../services/data/src/statistics/repository-index.ts'
import { median, type Figure } from './measure.ts'

const MANY = 300_000
const FEW = 3_000
const LANGUAGES = 80
const USES = 5
const NAMES = 20
const ROUNDS = 40
const QUERIES = 50
const DAY = 86_400_000
const FIRST_COMMIT = Date.UTC(2015)
const DAYS = 3650

/** How much slower answers are with a hundred times the repositories, by median latency. */
export async function benchStatistics(): Promise<Figure[]> {
  const many = await createRepositoryIndex(inventDocument(MANY), Date.now())
  const few = await createRepositoryIndex(inventDocument(FEW), Date.now())
  const compared = async (what: string, ask: Ask): Promise<Figure> => {
    const rounds = await compare(many, few, ask)
    const us = [rounds.map(([a]) => a), rounds.map(([, b]) => b)].map((times) =>
      (median(times) * 1_000).toFixed(0),
    )
    return {
      label: `${what}, ${MANY} repositories against ${FEW} (processor ${us.join(' / ')} µs an answer)`,
      ratios: rounds.map(([a, b]) => a / b),
    }
  }
  return [
    {
      ...(await compared('statistics with filters never seen before', askStatistics)),
      target: '≤ 1.3',
    },
    await compared(`${NAMES} named repositories`, askNames),
  ]
}

type Ask = (index: RepositoryIndex, query: number) => unknown

function filterOf(query: number) {
  const archived = [undefined, true, false][query % 3]
  return { since: FIRST_COMMIT + ((query * 397) % DAYS) * DAY, archived }
}

function askStatistics(index: RepositoryIndex, query: number): unknown {
  return index.statistics(filterOf(query))
}

function askNames(index: RepositoryIndex, query: number): unknown {
  const names = Array.from({ length: NAMES }, (_, offset) => `repository-${(query + offset) % FEW}`)
  return index.named(names, filterOf(query))
}

/** Median milliseconds of both, round by round: they take turns, so that whatever else the machine does meets both alike. */
async function compare(
  many: RepositoryIndex,
  few: RepositoryIndex,
  ask: Ask,
): Promise<[number, number][]> {
  const rounds: [number, number][] = []
  for (let round = -1; round < ROUNDS; round++) {
    const took = [latencies(many, ask, round), latencies(few, ask, round)] as const
    if (round < 0) continue // warms up
    rounds.push([median(took[0]), median(took[1])])
    await setImmediate()
  }
  return rounds
}

function latencies(index: RepositoryIndex, ask: Ask, round: number): number[] {
  return Array.from({ length: QUERIES }, (_, query) => {
    const start = performance.now()
    ask(index, (round + 1) * QUERIES + query)
    return performance.now() - start
  })
}

/** The same repositories in every run: a linear congruential sequence decides. */
export function inventDocument(count: number) {
  let state = 1
  const below = (bound: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return Math.floor((state / 0x8000_0000) * bound)
  }
  const repositories = Array.from({ length: count }, (_, index) => ({
    name: `repository-${index}`,
    visibility: ['PUBLIC', 'PRIVATE', 'INTERNAL'][index % 3],
    is_archived: below(5) === 0,
    last_commit: new Date(FIRST_COMMIT + below(DAYS) * DAY + below(DAY)).toISOString(),
    technologies: {
      languages: Array.from({ length: USES }, () => ({
        name: `Language ${below(LANGUAGES)}`,
        percentage: below(1000) / 10,
        size: below(100_000),
      })),
    },
  }))
  return { repositories }
}
