/** `npm run bench`: its arguments and its benchmarks. */
import { loadavg } from 'node:os'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { runTool } from '../../command-line/run-tool.ts'
import { command } from '../../command-line/tool.ts'
import { benchEdits } from './edits.ts'
import { benchGuard, benchLarge } from './guard.ts'
import type { Measurement } from './measure.ts'
import { benchPeers } from './peers.ts'
import { benchSlowStore } from './slow-store.ts'
import { heading, section } from './report.ts'

const REPORT = new URL('../../../coverage/bench.md', import.meta.url)

const BENCHES = {
  guard: benchGuard,
  large: benchLarge,
  peers: benchPeers,
  edits: benchEdits,
  'slow-store': benchSlowStore,
}

const benchTool = {
  name: 'bench',
  ...command({
    about: 'Measures performance, prints one page of Markdown and writes it to coverage/bench.md.',
    notes:
      'guard compares this checkout with the commit of bench/guard.json, and fails when a row is slower or its reads fail; large does so ' +
      'at ten times the size. Nothing else should run on the machine. A complete run takes about an hour.',
    arguments: {
      '[benches…]': {
        about: 'names; all when absent',
        oneOf: Object.keys(BENCHES),
      },
    },
    examples: ['guard', 'edits slow-store'],
    run: (wanted) => bench(wanted),
  }),
}

async function bench(wanted: readonly string[]): Promise<void> {
  mkdirSync(new URL('.', REPORT), { recursive: true })
  writeFileSync(REPORT, '')
  print(heading())
  const failed: string[] = []
  for (const [name, measure] of Object.entries(BENCHES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const [loadBefore = 0] = loadavg()
    const began = performance.now()
    try {
      const measurements = await measure()
      const minutes = (performance.now() - began) / 60_000
      print(section({ name, measurements, loadBefore, minutes }))
      if (measurements.some(isBad)) failed.push(name)
    } catch (error) {
      // The other benches do not depend on this one.
      print(`\n## ${name}\n\nFailed: ${(error as Error).message}\n`)
      failed.push(name)
    }
  }
  if (failed.length > 0) throw new Error(`Failed or slower: ${failed.join(', ')}`)
}

function isBad({ result = '' }: Measurement): boolean {
  return ['slower', 'failed'].includes(result)
}

function print(text: string): void {
  process.stdout.write(text)
  appendFileSync(REPORT, text)
}

process.exitCode = await runTool(benchTool, process.argv.slice(2))
