import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTool } from '../../tools/command-line/run-tool.ts'
import { command } from '../../tools/command-line/tool.ts'
import { BUCKETS, sampleDocuments } from './documents.ts'

/** Writes the sample documents to `directory` and replaces existing buckets. */
async function writeSampleData(directory: string): Promise<void> {
  const documents = await sampleDocuments()
  for (const bucket of BUCKETS) rmSync(join(directory, bucket), { recursive: true, force: true })
  for (const [path, text] of documents) {
    const file = join(directory, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(`${path} ${Math.ceil(Buffer.byteLength(text) / 1024)} KiB`)
  }
}

const sampleDataTool = {
  name: 'dev:sample-data',
  ...command({
    about: 'Writes sample-data, the documents of the invented organisation, from the code in dev.',
    examples: [''],
    run: () => writeSampleData(fileURLToPath(new URL('../../sample-data', import.meta.url))),
  }),
}

process.exitCode = await runTool(sampleDataTool, process.argv.slice(2))
