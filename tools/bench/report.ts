import { spawnSync } from 'node:child_process'
import { cpus, platform, totalmem } from 'node:os'
import { CLIENT } from './load.ts'
import { median, type Measurement } from './measure.ts'

const INTRODUCTION = `# Bench report

Ratios of servers measured side by side, in alternating rounds, on one machine. \
Only the ratios compare with other machines.
\`npm run bench -- data gateway\` measures two parts and leaves the others as they were.
`

const COLUMNS = '| What | Target | Median | Spread |\n| --- | --- | --- | --- |'

/** One measured part of the report. */
export interface Part {
  name: string
  measurements: readonly Measurement[]
  /** Load average of the minute before. */
  loadBefore: number
  minutes: number
}

/**
 * The report with one part replaced or added.
 *
 * @param report the previous report; may be empty
 */
export function withPart(
  report: string,
  { name, measurements, loadBefore, minutes }: Part,
): string {
  const parts = new Map(
    report
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part.trimEnd()]),
  )
  const rows = measurements.map(({ label, target = '', ratios }) => {
    const missed = misses({ target, ratios }) ? ' (missed)' : ''
    return `| ${label} | ${target} | ${median(ratios).toFixed(2)}${missed} | ${spreadOf(ratios)} |`
  })
  const took = `It took ${minutes.toFixed(1)} minutes; load average before: ${loadBefore.toFixed(1)}.`
  parts.set(name, `${name}\n\n${machine()} ${took}\n\n${COLUMNS}\n${rows.join('\n')}`)
  const sorted = [...parts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${INTRODUCTION}\n${sorted.map(([, part]) => `## ${part}\n`).join('\n')}`
}

/** Minimum and maximum of the rounds. */
export function spreadOf(ratios: readonly number[]): string {
  if (ratios.length < 2) return ''
  return `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
}

/**
 * Whether the median misses its target (`≥ 1`, `≤ 1`, `< 1` or an exact number); NaN and malformed
 * targets miss.
 */
export function misses({ target = '', ratios }: Pick<Measurement, 'target' | 'ratios'>): boolean {
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
  return (
    `${day}, ${commit()}, Node ${process.version} on ${platform()}, ${cpus().length} × ` +
    `${cpu?.model ?? 'unknown'}, ${gigabytes} GB, load by ` +
    `${versionOf(CLIENT) ?? CLIENT}${withNginx()}.`
  )
}

/** The measured commit; `+` when the working tree differs from it. */
function commit(): string {
  const git = (...words: string[]) =>
    (spawnSync('git', words, { encoding: 'utf8' }).stdout ?? '').trim()
  const changed = git('status', '--porcelain')
  return `commit ${git('rev-parse', '--short=7', 'HEAD')}${changed === '' ? '' : '+'}`
}

function withNginx(): string {
  const version = versionOf('nginx')
  return version === undefined ? '' : `, compared with ${version}`
}

/** Name and version of a program; undefined when it is not installed. */
function versionOf(program: string): string | undefined {
  const { error, stdout, stderr } = spawnSync(program, ['-v'], { encoding: 'utf8' })
  if (error) return undefined
  return `${program} ${/\d+(?:\.\d+)*/.exec(stdout + stderr)?.[0] ?? ''}`.trim()
}
