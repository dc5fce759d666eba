/** `npm run bench`: its arguments and its benchmarks. */
import { loadavg } from 'node:os'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { command, runTool } from '@landscape/runtime'
import { benchData } from './data.ts'
import { benchEdits } from './edits.ts'
import { benchGateway } from './gateway.ts'
import { benchHistory } from './history.ts'
import { benchLargeDocuments } from './large-documents.ts'
import { benchLandscape } from './landscape.ts'
import { benchMemory } from './memory.ts'
import { benchPublicReads } from './public-reads.ts'
import { benchSimulation } from './simulation.ts'
import { benchSlowStore } from './slow-store.ts'
import { benchStore } from './store.ts'
import { benchTraces } from './traces.ts'
import { median } from './measure.ts'
import { spreadOf, withPart } from './report.ts'

const REPORT = new URL('../../coverage/bench.md', import.meta.url)

const BENCHES = {
  data: benchData,
  gateway: benchGateway,
  'public-reads': benchPublicReads,
  landscape: benchLandscape,
  memory: benchMemory,
  edits: benchEdits,
  history: benchHistory,
  'large-documents': benchLargeDocuments,
  'slow-store': benchSlowStore,
  store: benchStore,
  simulation: benchSimulation,
  traces: benchTraces,
}

const benchTool = {
  name: 'bench',
  ...command({
    about: 'Measures performance as ratios, prints them and writes them to coverage/bench.md.',
    notes: 'Nothing else should run on the machine. A complete run takes about an hour.',
    arguments: {
      '[benches…]': { about: 'names; all when absent', oneOf: Object.keys(BENCHES) },
    },
    examples: ['edits history'],
    run: (wanted) => bench(wanted),
  }),
}

async function bench(wanted: readonly string[]): Promise<void> {
  for (const [name, measure] of Object.entries(BENCHES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const [loadBefore = 0] = loadavg()
    const began = performance.now()
    const measurements = await measure()
    const minutes = (performance.now() - began) / 60_000
    for (const { label, ratios } of measurements) {
      console.log(`${median(ratios).toFixed(2).padStart(8)}  ${label}  ${spreadOf(ratios)}`)
    }
    const report = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : ''
    mkdirSync(new URL('.', REPORT), { recursive: true })
    writeFileSync(REPORT, withPart(report, { name, measurements, loadBefore, minutes }))
  }
}

process.exitCode = await runTool(benchTool, process.argv.slice(2))
