/** `npm run bench`: its arguments and its benchmarks. */
import { loadavg } from 'node:os'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { runTool } from '../../command-line/run-tool.ts'
import { command } from '../../command-line/tool.ts'
import { benchChanges } from './callers/changes.ts'
import { benchMemoryOfJoin } from './callers/memory.ts'
import { benchNewDates } from './callers/new-dates.ts'
import { benchPublicReads } from './callers/public-reads.ts'
import { benchSignedInReads } from './callers/signed-in-reads.ts'
import { benchSupervisor } from './callers/supervisor.ts'
import { benchEdits } from './edits.ts'
import { benchSlowStore } from './slow-store.ts'
import { heading, section } from './report.ts'

const REPORT = new URL('../../../coverage/bench.md', import.meta.url)

const CALLERS = 'callers'
const BENCHES = {
  'callers/public': benchPublicReads,
  'callers/new-dates': benchNewDates,
  'callers/signed-in': benchSignedInReads,
  'callers/changes': benchChanges,
  'callers/memory': benchMemoryOfJoin,
  'callers/supervisor': benchSupervisor,
  edits: benchEdits,
  'slow-store': benchSlowStore,
}

const benchTool = {
  name: 'bench',
  ...command({
    about: 'Measures performance, prints one page of Markdown and writes it to coverage/bench.md.',
    notes: 'Nothing else should run on the machine. A complete run takes about an hour.',
    arguments: {
      '[benches…]': {
        about: 'names; all when absent, and callers for each that starts with it',
        oneOf: [CALLERS, ...Object.keys(BENCHES)],
      },
    },
    examples: ['callers', 'edits slow-store'],
    run: (wanted) => bench(wanted),
  }),
}

async function bench(wanted: readonly string[]): Promise<void> {
  mkdirSync(new URL('.', REPORT), { recursive: true })
  writeFileSync(REPORT, '')
  print(heading())
  const failed: string[] = []
  for (const [name, measure] of Object.entries(BENCHES)) {
    const isWanted = wanted.includes(name) || wanted.includes(name.split('/')[0] ?? '')
    if (wanted.length > 0 && !isWanted) continue
    const [loadBefore = 0] = loadavg()
    const began = performance.now()
    try {
      const measurements = await measure()
      const minutes = (performance.now() - began) / 60_000
      print(section({ name, measurements, loadBefore, minutes }))
    } catch (error) {
      // The other benches do not depend on this one.
      print(`\n## ${name}\n\nFailed: ${(error as Error).message}\n`)
      failed.push(name)
    }
  }
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`)
}

function print(text: string): void {
  process.stdout.write(text)
  appendFileSync(REPORT, text)
}

process.exitCode = await runTool(benchTool, process.argv.slice(2))
