import { fileURLToPath } from 'node:url'
import { DOCUMENTS } from '@landscape/contracts'
import { importDirectory, type ObjectStore } from '@landscape/store'
import {
  compareInTurns,
  IN_PRODUCTION,
  withProcesses,
  type Figure,
  type Side,
  type Start,
} from './measure.ts'
import { textOf } from './registry-client.ts'
import { inventRepositories } from './invent-repositories.ts'
import { storeOnDisk } from './store-on-disk.ts'

/** Every address whose answer the service keeps, and the largest of them compressed as well. */
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
/** Both sets have them. */
const NAMED = '/api/repository/project/json?repositories=repository-1,repository-2'

/** Cached reads of the data service against bare servers that send the same bytes from memory. */
export async function benchData(): Promise<Figure[]> {
  const figures = await withData(
    (store) => importDirectory(store, fileURLToPath(new URL('../../sample-data', import.meta.url))),
    async (data, start) => [
      ...(await againstExpress(data, start)),
      ...(await againstBareHttp(data, start)),
    ],
  )
  return [...figures, ...(await bySize())]
}

async function againstExpress(data: string, start: Start): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { path, encoding = 'identity' } of CASES) {
    const copy = { COPY_OF: data + path, ENCODING: encoding }
    const express = await start('data/bare-server.ts', { KIND: 'express', ...copy })
    const tags = await Promise.all([data, express].map((url) => tagOf(url + path, encoding)))
    const whole = { 'accept-encoding': encoding }
    const known = { ...whole, 'if-none-match': tags.join(', ') }
    for (const url of [data, express]) await assertNotModified(url + path, known)
    const side = (url: string, headers: Record<string, string>): Side => {
      return { url: url + path, through: [url], headers: () => headers }
    }
    const label = `data service ${path}${encoding === 'identity' ? '' : `, ${encoding}`} / bare express`
    const target = '≥ 0.9'
    figures.push(
      ...(await compareInTurns([
        { label, a: side(data, whole), b: side(express, whole), target },
        {
          label: `${label}, not modified`,
          a: side(data, known),
          b: side(express, known),
          target,
        },
      ])),
    )
  }
  return figures
}

/** What Express itself costs, for the most asked of all. */
async function againstBareHttp(data: string, start: Start): Promise<Figure[]> {
  const url = `${data}/api/json`
  const bare = await start('data/bare-server.ts', { KIND: 'node:http', COPY_OF: url })
  return compareInTurns([
    {
      label: 'data service /api/json / bare node:http',
      a: { url, through: [data] },
      b: { url: `${bare}/api/json`, through: [bare] },
    },
  ])
}

async function assertNotModified(url: string, headers: Record<string, string>): Promise<void> {
  // By default fetch forbids caches a request with a condition, and Express heeds that.
  const { status } = await fetch(url, { headers, cache: 'no-cache' })
  if (status !== 304) throw new Error(`${url}: ${status} to who has the answer`)
}

async function bySize(): Promise<Figure[]> {
  return withData(storeOf(MANY), (many) =>
    withData(storeOf(FEW), (few) =>
      compareInTurns([
        {
          label: `the same answer with ${MANY} repositories / ${FEW}`,
          a: { url: many + NAMED, through: [many] },
          b: { url: few + NAMED, through: [few] },
        },
      ]),
    ),
  )
}

function storeOf(repositories: number) {
  return (store: ObjectStore) =>
    store.put(DOCUMENTS.repositories.ref, textOf(inventRepositories(repositories)), {
      absent: true,
    })
}

async function tagOf(url: string, encoding: string): Promise<string | null> {
  return (await fetch(url, { headers: { 'accept-encoding': encoding } })).headers.get('etag')
}

/** A data service on a store of its own. */
async function withData<R>(
  fill: (store: ObjectStore) => Promise<unknown>,
  measure: (data: string, start: Start) => Promise<R>,
): Promise<R> {
  const { directory, remove } = await storeOnDisk(fill)
  try {
    return await withProcesses(async (start) => {
      const data = await start('../services/data/src/main.ts', {
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
