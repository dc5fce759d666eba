import { cpus, loadavg, platform, totalmem } from 'node:os'
import { CLIENT } from './load.ts'
import { median, type Figure } from './measure.ts'

const INTRODUCTION = `# Performance

What \`npm run bench\` measured: ratios of what was measured side by side, round after round in turns, on one machine. Only
ratios count: elsewhere every number behind them is another. \`npm run bench -- data gateway\` measures some of it, and
leaves the rest of this page as it was. Where nginx is installed it is measured, too, and so is the S3 server of dev/ where
it was built; where wrk is installed it asks, not autocannon.
`

const COLUMNS = '| What | Target | Median | Spread |\n| --- | --- | --- | --- |'

/**
 * The page with what was measured just now; other parts stay as they were.
 *
 * @param page as it was; may be empty
 * @param name of the part
 */
export function withPart(page: string, name: string, figures: readonly Figure[]): string {
  const parts = new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part.trimEnd()]),
  )
  const rows = figures.map(({ label, target = '', ratios }) => {
    return `| ${label} | ${target} | ${median(ratios).toFixed(2)} | ${spreadOf(ratios)} |`
  })
  parts.set(name, `${name}\n\n${machine()}\n\n${COLUMNS}\n${rows.join('\n')}`)
  const sorted = [...parts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${INTRODUCTION}\n${sorted.map(([, part]) => `## ${part}\n`).join('\n')}`
}

/** The least and the most of the rounds. */
export function spreadOf(ratios: readonly number[]): string {
  if (ratios.length < 2) return ''
  return `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
}

function machine(): string {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const day = new Date().toISOString().slice(0, 10)
  const load = (loadavg()[0] ?? 0).toFixed(1)
  return `${day}, Node ${process.version} on ${platform()}, ${cpus().length} × ${cpu?.model ?? 'unknown'}, ${gigabytes} GB, asked by ${CLIENT}; load average at the end: ${load}.`
}
