import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUCKETS, sampleDocuments } from './documents.ts'

/** Writes the sample documents below `directory`, replacing the buckets that are there. */
function writeSampleData(directory: string): void {
  for (const bucket of BUCKETS) rmSync(join(directory, bucket), { recursive: true, force: true })
  for (const [path, text] of sampleDocuments()) {
    const file = join(directory, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(`${path} ${Math.ceil(Buffer.byteLength(text) / 1024)} KiB`)
  }
}

writeSampleData(fileURLToPath(new URL('../../sample-data', import.meta.url)))
