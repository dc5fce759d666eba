import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEmbeddedStore, importDirectory } from '@landscape/object-store'
import { compare, withProcesses, type Figure } from './measure.ts'

const PATHS = ['/api/tech-radar/json', '/api/json', '/api/csv']

/** Cached reads of the data service against bare servers that send the same bytes from memory. */
export async function benchData(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'landscape-bench-'))
  const store = createEmbeddedStore(directory)
  await importDirectory(store, fileURLToPath(new URL('../sample-data', import.meta.url)))
  store.close()
  try {
    return await withProcesses(async (start) => {
      const figures: Figure[] = []
      const data = await start('../services/data/src/main.ts', {
        DATA_DIR: directory,
        INTERNAL_TOKEN_SECRET: 'only-for-this-measurement-on-loopback',
      })
      for (const path of PATHS) {
        for (const kind of ['express', 'node:http']) {
          const bare = await start('data/bare-server.ts', { KIND: kind, COPY_OF: data + path })
          const ratio = await compare(data + path, bare + path)
          figures.push({ label: `data service ${path} / bare ${kind}`, ratio })
        }
      }
      return figures
    })
  } finally {
    rmSync(directory, { recursive: true })
  }
}
