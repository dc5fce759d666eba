import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts'
import { residentMb, withProcesses, type Figure } from './measure.ts'
import { inventProjects, SECRET, signIn, textOf } from './registry-client.ts'
import { inventDocument } from './statistics.ts'
import { storeOnDisk } from './store-on-disk.ts'

const REPOSITORIES = 30_000
const PROJECTS = 5_000
const LIMIT_MB = 250
const LOAD_S = 60
const SAMPLE_MS = 500
const CALLERS = 10

/** Resident memory of the services that hold large documents, under load and after, by their limit. */
export async function benchMemory(): Promise<Figure[]> {
  const documents = [
    [DOCUMENTS.repositories.ref, inventDocument(REPOSITORIES)],
    [DOCUMENTS.projects.ref, inventProjects(PROJECTS)],
  ] as const
  const { directory, remove } = await storeOnDisk(async (store) => {
    for (const [ref, value] of documents) await store.put(ref, textOf(value), { absent: true })
  })
  const env = { DATA_DIR: directory, INTERNAL_TOKEN_SECRET: SECRET }
  try {
    return await withProcesses(async (start) => {
      const data = await start('../services/data/src/main.ts', env)
      const registry = await start('../services/projects/src/main.ts', env)
      let asked = 0
      return [
        ...(await underLoad(`data service with ${REPOSITORIES} repositories`, data, async () => {
          const day = new Date(Date.UTC(2016, 0, asked++ % 3_000)).toISOString()
          await (await fetch(`${data}/api/json?datetime=${day}`)).arrayBuffer()
        })),
        ...(await underLoad(`registry with ${PROJECTS} projects`, registry, async (caller) => {
          const owner = await signIn(registry, caller)
          await owner.list()
          await owner.edit(`Stage ${asked++ % 10}`)
        })),
      ]
    })
  } finally {
    remove()
  }
}

/** Its memory while callers ask without a pause, at its highest; in the second half by the first; and afterwards. */
async function underLoad(
  label: string,
  url: string,
  ask: (caller: number) => Promise<void>,
): Promise<Figure[]> {
  const until = performance.now() + LOAD_S * 1_000
  const samples: number[] = []
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    while (performance.now() < until) await ask(caller)
  })
  while (performance.now() < until) {
    await sleep(SAMPLE_MS)
    samples.push(residentMb(url))
  }
  await Promise.all(callers)
  await sleep(5_000)
  const half = samples.length >>> 1
  const highest = (some: readonly number[]) => Math.max(...some)
  return [
    {
      label: `${label}, ${LOAD_S} s under load / ${LIMIT_MB} MB`,
      target: '< 1',
      ratios: [highest(samples) / LIMIT_MB],
    },
    {
      label: `${label}, second half of the load / first`,
      ratios: [highest(samples.slice(half)) / highest(samples.slice(0, half))],
    },
    {
      label: `${label}, afterwards / ${LIMIT_MB} MB`,
      target: '< 1',
      ratios: [residentMb(url) / LIMIT_MB],
    },
  ]
}
