/** `npm run check`: all checks side by side, one line for each. */
import { availableParallelism } from 'node:os'
import { runScript, stopSignal } from './command-line/run-script.ts'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'

/** Scripts of package.json, slowest first, and those that can check a part of the repository. */
const CHECKS = [
  'check:lint',
  'check:format',
  'check:imports',
  'check:unused',
  'check:types',
  'check:text',
  'check:words',
]
const OF_PATHS = ['check:lint', 'check:types', 'check:format', 'check:words']
/** They take paths. */
const WITH_PATHS = new Set(['check:lint', 'check:format', 'check:words'])

const checkTool = {
  name: 'check',
  ...command({
    about:
      'Checks types, wording, lint, import rules, unused code, foreign text and format, side by side.',
    notes:
      'With a path, types are checked everywhere; import rules, unused code and foreign text are not checked.',
    arguments: { '[path…]': 'files or folders; the entire repository when absent' },
    examples: ['', 'services/data'],
    run: checkAll,
  }),
}

async function checkAll(paths: readonly string[]): Promise<number> {
  // The other checks read the generated client.
  const stopped = stopSignal()
  const client = await timed('client', [], stopped)
  if (client.code !== 0) console.log(client.output)
  if (client.code !== 0) return 1
  const waiting = paths.length > 0 ? [...OF_PATHS] : [...CHECKS]
  let failed = 0
  const work = async () => {
    for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
      const { code, output, seconds } = await timed(script, paths, stopped)
      if (stopped.aborted) return
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${script} (${seconds} s)`)
      if (code === 0) continue
      failed++
      console.log(output)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return failed === 0 && !stopped.aborted ? 0 : 1
}

async function timed(script: string, paths: readonly string[], stopped: AbortSignal) {
  const started = performance.now()
  const args = WITH_PATHS.has(script) ? (paths.length > 0 ? paths : ['.']) : []
  const run = await runScript(script, { args, output: 'pipe', stopped })
  return { ...run, seconds: ((performance.now() - started) / 1_000).toFixed(1) }
}

process.exitCode = await runTool(checkTool, process.argv.slice(2))
