import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BUCKETS, sampleDocuments } from './generator/documents.ts'

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

if (import.meta.main) writeSampleData(import.meta.dirname)
