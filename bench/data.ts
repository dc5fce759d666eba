import { fileURLToPath } from 'node:url'
import { DOCUMENTS } from '@landscape/contracts'
import { importDirectory, type ObjectStore } from '@landscape/object-store'
import { compareCosts, IN_PRODUCTION, withProcesses, type Figure, type Start } from './measure.ts'
import { textOf } from './registry-client.ts'
import { inventDocument } from './statistics.ts'
import { storeOnDisk } from './store-on-disk.ts'

const PATHS = ['/api/banners', '/api/tech-radar/json', '/api/json', '/api/csv']
const MANY = 30_000
const FEW = 3_000
/** Both sets have them. */
const NAMED = '/api/repository/project/json?repositories=repository-1,repository-2'

/** Cached reads of the data service against bare servers that send the same bytes from memory. */
export async function benchData(): Promise<Figure[]> {
  const figures = await withData(
    (store) => importDirectory(store, fileURLToPath(new URL('../sample-data', import.meta.url))),
    againstBareServers,
  )
  return [...figures, await bySize()]
}

async function againstBareServers(data: string, start: Start): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const path of PATHS) {
    for (const kind of ['express', 'node:http']) {
      const bare = await start('data/bare-server.ts', { KIND: kind, COPY_OF: data + path })
      const label = `data service ${path} / bare ${kind}`
      const sides = {
        a: { url: data + path, through: [data] },
        b: { url: bare + path, through: [bare] },
        ...(kind === 'express' && { target: '≥ 1.0' }),
      }
      figures.push(await compareCosts(label, sides))
      if (kind !== 'express') continue
      const tags = await Promise.all([data + path, bare + path].map(tagOf))
      const headers = { 'if-none-match': tags.join(', ') }
      figures.push(await compareCosts(`${label}, not modified`, { ...sides, headers }))
    }
  }
  return figures
}

async function bySize(): Promise<Figure> {
  return withData(storeOf(MANY), (many) =>
    withData(storeOf(FEW), (few) =>
      compareCosts(`the same answer with ${MANY} repositories / ${FEW}`, {
        a: { url: many + NAMED, through: [many] },
        b: { url: few + NAMED, through: [few] },
        target: '≥ 0.9',
      }),
    ),
  )
}

function storeOf(repositories: number) {
  return (store: ObjectStore) =>
    store.put(DOCUMENTS.repositories.ref, textOf(inventDocument(repositories)), { absent: true })
}

async function tagOf(url: string): Promise<string | null> {
  return (await fetch(url)).headers.get('etag')
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
