import { hash } from 'node:crypto'
import { DOCUMENTS } from '@landscape/contracts'
import { createEmbeddedStore } from '@landscape/store'
import { cpuMs, median, withProcesses, type Measurement } from './measure.ts'
import { generateProjects, signIn, textOf } from './registry-client.ts'
import { generateRepositories } from './generate-repositories.ts'
import { stall, startFilled } from './stalls.ts'
import { storeOnDisk } from './store-on-disk.ts'

const ROUNDS = 5
/** The real number of projects, and five and ten times as many. */
const SIZES = [1_000, 5_000, 10_000] as const
const LISTS = 200
const EDITS = 20
const WRITERS = 100
const EDITS_EACH = 3

/** Measures responses, edits and new versions of large documents on the embedded store with history. */
export async function benchLargeDocuments(): Promise<Measurement[]> {
  return [
    ...(await bySize()),
    await stall('projects', DOCUMENTS.projects.ref, '/api/v1/user', (version) =>
      generateProjects(SIZES[2], `Stage ${version}`),
    ),
    await stall('data', DOCUMENTS.repositories.ref, '/api/json', (version) => ({
      ...generateRepositories(SIZES[2]),
      metadata: { last_updated: `${version}` },
    })),
  ]
}

/** Processor time (ms) to store and hash one edit of a document with 10,000 projects. */
async function storingAlone(): Promise<number[]> {
  const { ref } = DOCUMENTS.projects
  const value = generateProjects(SIZES[2])
  const texts = ['Live', 'Retired'].map((stage) => {
    const projects = value.projects.map((project, i) =>
      i === SIZES[1] ? { ...project, stage } : project,
    )
    return textOf({ projects })
  })
  const [first, second] = texts as [Buffer, Buffer]
  const { directory, remove } = await storeOnDisk(async () => {})
  const store = createEmbeddedStore(directory)
  let { etag } = await store.put(ref, second, { absent: true })
  const rounds: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const began = process.cpuUsage()
    for (let i = 0; i < EDITS; i++) {
      const body = i % 2 ? second : first
      hash('sha256', body)
      ;({ etag } = await store.put(ref, body, { ifMatch: etag }))
    }
    const { user, system } = process.cpuUsage(began)
    if (round >= 0) rounds.push((user + system) / 1_000 / EDITS) // the first warms up
  }
  store.close()
  remove()
  return rounds
}

interface Sized {
  size: number
  url: string
  list: number[]
  /** Processor time of a list request (ms). */
  listCpu: number[]
  /** Processor time of an edit (ms), sequential and with concurrent writers. */
  cpu: number[]
  cpuTogether: number[]
  perSecond: number[]
}

/** Measures registries of several sizes in interleaved rounds. */
async function bySize(): Promise<Measurement[]> {
  return withProcesses(async (start) => {
    const sized: Sized[] = []
    const removals: (() => void)[] = []
    try {
      for (const size of SIZES) {
        const { url, remove } = await startFilled(start, 'projects', DOCUMENTS.projects.ref, {
          value: generateProjects(size),
        })
        removals.push(remove)
        sized.push({ size, url, list: [], listCpu: [], cpu: [], cpuTogether: [], perSecond: [] })
      }
      for (let round = -1; round < ROUNDS; round++) {
        for (const registry of sized) {
          const taken = await measured(registry, round)
          if (round < 0) continue // warms up
          registry.list.push(taken.list)
          registry.listCpu.push(taken.listCpu)
          registry.cpu.push(taken.cpu)
          registry.cpuTogether.push(taken.cpuTogether)
          registry.perSecond.push(taken.perSecond)
        }
      }
    } finally {
      for (const remove of removals) remove()
    }
    return measurementsOf(sized, await storingAlone())
  })
}

function measurementsOf(sized: readonly Sized[], alone: readonly number[]): Measurement[] {
  const [small, middle, large] = sized
  if (!small || !middle || !large) return []
  const all = (pick: (one: Sized) => readonly number[], digits: number) =>
    sized.map((one) => median(pick(one)).toFixed(digits)).join(' / ')
  const sizes = sized.map(({ size }) => size).join(' / ')
  const edit = `one edit, ${large.size} / ${small.size}`
  return [
    {
      label:
        `own list, ${middle.size} projects / ${small.size} ` +
        `(processor at ${sizes}: ${all((one) => one.listCpu, 2)} ms)`,
      target: '≤ 1.3',
      ratios: byRound(middle.list, small.list),
    },
    {
      label: `processor time of ${edit} (at ${sizes}: ${all((one) => one.cpu, 1)} ms)`,
      target: '≤ 12',
      ratios: byRound(large.cpu, small.cpu),
    },
    {
      label:
        `processor time of one edit, ${large.size} / ` +
        `storing and hashing alone (${median(alone).toFixed(1)} ms)`,
      ratios: byRound(large.cpu, alone),
    },
    {
      label: `the same of ${WRITERS} writers (${all((one) => one.cpuTogether, 1)} ms)`,
      target: '≤ 12',
      ratios: byRound(large.cpuTogether, small.cpuTogether),
    },
    {
      label:
        `edits a second of ${WRITERS} writers, ${large.size} / ${small.size} ` +
        `(at ${sizes}: ${all((one) => one.perSecond, 0)})`,
      target: '≥ 0.1',
      ratios: byRound(large.perSecond, small.perSecond),
    },
  ]
}

function byRound(these: readonly number[], those: readonly number[]): number[] {
  return these.map((one, round) => one / (those[round] ?? Number.NaN))
}

/** Returns the median time of a list (ms), the processor time of an edit (ms) and edits per second. */
async function measured({ url, size }: Sized, round: number) {
  // Spreads the edited projects over the document.
  const owners = await Promise.all(
    Array.from({ length: WRITERS }, (_, i) => signIn(url, ((i * 37) % WRITERS) * (size / WRITERS))),
  )
  const [owner] = owners
  const lists: number[] = []
  const idle = cpuMs([url])
  for (let i = 0; i < LISTS; i++) {
    const began = performance.now()
    await owner?.list()
    lists.push(performance.now() - began)
  }
  const before = cpuMs([url])
  const listCpu = (before - idle) / LISTS
  for (let i = 0; i < EDITS; i++) await owners[i]?.edit(`${round}-${i}`)
  const cpu = (cpuMs([url]) - before) / EDITS
  const [concurrent, began] = [cpuMs([url]), performance.now()]
  await Promise.all(
    owners.map(async (writer) => {
      for (let i = 0; i < EDITS_EACH; i++) await writer.edit(`${round}-${i}-concurrent`)
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  const edits = WRITERS * EDITS_EACH
  const cpuTogether = (cpuMs([url]) - concurrent) / edits
  return { list: median(lists), listCpu, cpu, cpuTogether, perSecond: edits / seconds }
}
