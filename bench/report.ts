import { spawnSync } from 'node:child_process'
import { cpus, platform, totalmem } from 'node:os'
import { CLIENT } from './load.ts'
import { median, type Figure } from './measure.ts'

const INTRODUCTION = `# Performance

What \`npm run bench\` measured: ratios of what was measured side by side, round after round in turns, on one machine.
Only ratios count: elsewhere every number behind them is another. \`npm run bench -- data gateway\` measures some of it, and
leaves the rest of this page as it was. Servers that are compared have answered for twelve seconds before their first
round: V8 makes a gateway that has just started twice as fast meanwhile. Where nginx is installed it is measured, too, and
so is the S3 server of dev/ where it was built; where wrk is installed it asks, not autocannon. Each part says of which
commit it is, how long it took, and what else the machine had to do before.
`

const COLUMNS = '| What | Target | Median | Spread |\n| --- | --- | --- | --- |'

/** One part of the page, as it was measured just now. */
export interface Part {
  name: string
  figures: readonly Figure[]
  /** Processes that wanted to run in the minute before. */
  loadBefore: number
  minutes: number
}

/**
 * The page with what was measured just now; other parts stay as they were.
 *
 * @param page as it was; may be empty
 */
export function withPart(page: string, { name, figures, loadBefore, minutes }: Part): string {
  const parts = new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part.trimEnd()]),
  )
  const rows = figures.map(({ label, target = '', ratios }) => {
    const missed = misses({ target, ratios }) ? ' (missed)' : ''
    return `| ${label} | ${target} | ${median(ratios).toFixed(2)}${missed} | ${spreadOf(ratios)} |`
  })
  const took = `It took ${minutes.toFixed(1)} minutes; load average before: ${loadBefore.toFixed(1)}.`
  parts.set(name, `${name}\n\n${machine()} ${took}\n\n${COLUMNS}\n${rows.join('\n')}`)
  const sorted = [...parts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${INTRODUCTION}\n${sorted.map(([, part]) => `## ${part}\n`).join('\n')}`
}

/** The least and the most of the rounds. */
export function spreadOf(ratios: readonly number[]): string {
  if (ratios.length < 2) return ''
  return `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
}

/**
 * Whether the median is not what it is to be: at least, at most, less than or exactly some number. One that is not a number misses, and so
 * does any by a target that says something else.
 */
export function misses({ target = '', ratios }: Pick<Figure, 'target' | 'ratios'>): boolean {
  const { sign = '', limit = '' } = /^(?<sign>[≥≤<]?) ?(?<limit>[\d.]+)$/.exec(target)?.groups ?? {}
  if (limit === '') return target !== ''
  const [is, bound] = [median(ratios), Number(limit)]
  if (sign === '≥') return !(is >= bound)
  if (sign === '≤') return !(is <= bound)
  return sign === '<' ? !(is < bound) : is !== bound
}

function machine(): string {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, ${commit()}, Node ${process.version} on ${platform()}, ${cpus().length} × ${cpu?.model ?? 'unknown'}, ${gigabytes} GB, asked by ${versionOf(CLIENT) ?? CLIENT}${withNginx()}.`
}

/** The commit that is measured; `+` when files differ from it, beside the page itself. */
function commit(): string {
  const git = (...words: string[]) =>
    (spawnSync('git', words, { encoding: 'utf8' }).stdout ?? '').trim()
  const changed = git('status', '--porcelain', '--', ':/', ':!/docs/performance.md')
  return `commit ${git('rev-parse', '--short=7', 'HEAD')}${changed === '' ? '' : '+'}`
}

function withNginx(): string {
  const version = versionOf('nginx')
  return version === undefined ? '' : `, beside ${version}`
}

/** Name and version of a program; undefined where it is not installed. */
function versionOf(program: string): string | undefined {
  const { error, stdout, stderr } = spawnSync(program, ['-v'], { encoding: 'utf8' })
  if (error) return undefined
  return `${program} ${/\d+(?:\.\d+)*/.exec(stdout + stderr)?.[0] ?? ''}`.trim()
}
