import { fileURLToPath } from 'node:url'
import { DOCUMENTS } from '@landscape/contracts'
import { importDirectory, type ObjectStore } from '@landscape/store'
import {
  compareInterleaved,
  IN_PRODUCTION,
  withProcesses,
  type Measurement,
  type Side,
  type Start,
} from './measure.ts'
import { textOf } from './registry-client.ts'
import { generateRepositories } from './generate-repositories.ts'
import { storeOnDisk } from './store-on-disk.ts'

/** Every URL whose response the service caches, and the large ones also compressed. */
const CASES: readonly { path: string; encoding?: string }[] = [
  ...[
    '/api/banners',
    '/api/banners/all',
    '/api/directorates/json',
    '/api/tech-radar/json',
    '/api/tech-radar/svg',
    '/api/tech-radar/changes',
    '/api/tech-radar/feed.atom',
    '/api/json',
    '/api/languages/svg',
    '/api/repository/project/json?repositories=landscape-api',
    '/api/csv',
  ].map((path) => ({ path })),
  ...['/api/tech-radar/json', '/api/json', '/api/csv'].map((path) => ({ path, encoding: 'br' })),
]
const MANY = 10_000
const FEW = 1_000
/** Both stores contain these repositories. */
const NAMED = '/api/repository/project/json?repositories=repository-1,repository-2'

/** Cached reads of the data service against bare servers that send the same bytes from memory. */
export async function benchData(): Promise<Measurement[]> {
  const measurements = await withData(
    (store) => importDirectory(store, fileURLToPath(new URL('../../sample-data', import.meta.url))),
    async (data, start) => [
      ...(await againstExpress(data, start)),
      ...(await againstBareHttp(data, start)),
    ],
  )
  return [...measurements, ...(await bySize())]
}

async function againstExpress(data: string, start: Start): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const { path, encoding = 'identity' } of CASES) {
    const copy = { COPY_OF: data + path, ENCODING: encoding }
    const express = await start('data/bare-server.ts', { KIND: 'express', ...copy })
    const tags = await Promise.all([data, express].map((url) => tagOf(url + path, encoding)))
    const full = { 'accept-encoding': encoding }
    const known = { ...full, 'if-none-match': tags.join(', ') }
    for (const url of [data, express]) await assertNotModified(url + path, known)
    const side = (url: string, headers: Record<string, string>): Side => {
      return { url: url + path, through: [url], headers: () => headers }
    }
    const label = `data service ${path}${encoding === 'identity' ? '' : `, ${encoding}`} / bare express`
    const target = '≥ 0.9'
    measurements.push(
      ...(await compareInterleaved([
        { label, a: side(data, full), b: side(express, full), target },
        {
          label: `${label}, not modified`,
          a: side(data, known),
          b: side(express, known),
          target,
        },
      ])),
    )
  }
  return measurements
}

/** Measures the overhead of Express for the most frequent request. */
async function againstBareHttp(data: string, start: Start): Promise<Measurement[]> {
  const url = `${data}/api/json`
  const bare = await start('data/bare-server.ts', { KIND: 'node:http', COPY_OF: url })
  return compareInterleaved([
    {
      label: 'data service /api/json / bare node:http',
      a: { url, through: [data] },
      b: { url: `${bare}/api/json`, through: [bare] },
    },
  ])
}

async function assertNotModified(url: string, headers: Record<string, string>): Promise<void> {
  // By default fetch sends `Cache-Control: no-cache` with a conditional request, which Express obeys.
  const { status } = await fetch(url, { headers, cache: 'no-cache' })
  if (status !== 304) throw new Error(`${url}: ${status} instead of 304`)
}

async function bySize(): Promise<Measurement[]> {
  return withData(storeOf(MANY), (many) =>
    withData(storeOf(FEW), (few) =>
      compareInterleaved([
        {
          label: `the same response with ${MANY} repositories / ${FEW}`,
          a: { url: many + NAMED, through: [many] },
          b: { url: few + NAMED, through: [few] },
        },
      ]),
    ),
  )
}

function storeOf(repositories: number) {
  return (store: ObjectStore) =>
    store.put(DOCUMENTS.repositories.ref, textOf(generateRepositories(repositories)), {
      absent: true,
    })
}

async function tagOf(url: string, encoding: string): Promise<string | null> {
  return (await fetch(url, { headers: { 'accept-encoding': encoding } })).headers.get('etag')
}

/** Runs a data service on a dedicated store. */
async function withData<R>(
  fill: (store: ObjectStore) => Promise<unknown>,
  measure: (data: string, start: Start) => Promise<R>,
): Promise<R> {
  const { directory, remove } = await storeOnDisk(fill)
  try {
    return await withProcesses(async (start) => {
      const data = await start('../../services/data/src/main.ts', {
        ...IN_PRODUCTION,
        DATA_DIR: directory,
        INTERNAL_TOKEN_SECRET: 'only-for-this-measurement-on-loopback',
      })
      return measure(data, start)
    })
  } finally {
    remove()
  }
}
