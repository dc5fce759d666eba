import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedStore } from '@landscape/object-store'
import { withProcesses, type Figure } from './measure.ts'
import { inventDocument } from './statistics.ts'

const REPOSITORIES = 30_000
const LIMIT_MB = 200
const QUESTIONS = 200

/** Resident memory of the data service that has answered about many repositories, by its limit. */
export async function benchMemory(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'landscape-bench-'))
  const store = createEmbeddedStore(directory)
  const body = Buffer.from(JSON.stringify(inventDocument(REPOSITORIES)))
  await store.put({ bucket: 'main', key: 'repositories.json' }, body, { absent: true })
  store.close()
  try {
    return await withProcesses(async (start) => {
      const data = await start('../services/data/src/main.ts', {
        DATA_DIR: directory,
        INTERNAL_TOKEN_SECRET: 'only-for-this-measurement-on-loopback',
      })
      for (let i = 0; i < QUESTIONS; i++) {
        const day = new Date(Date.UTC(2016, 0, i)).toISOString()
        await (await fetch(`${data}/api/json?datetime=${day}`)).arrayBuffer()
      }
      const health = (await (await fetch(`${data}/api/health`)).json()) as {
        memory: { rss: number }
      }
      const ratio = health.memory.rss / (LIMIT_MB * 1024 * 1024)
      return [{ label: `data service with ${REPOSITORIES} repositories / ${LIMIT_MB} MB`, ratio }]
    })
  } finally {
    rmSync(directory, { recursive: true })
  }
}
