import { spawnSync } from 'node:child_process'
import { cpus, platform, totalmem } from 'node:os'
import { CLIENT } from './load.ts'
import { median, type Measurement } from './measure.ts'

const COLUMNS = '| What | Target | Median | Range | Result |\n| --- | --- | --- | --- | --- |'
/** Ratios that differ by less than this count as equal. */
const SAME = 1.15

/** One measured part of the report. */
interface Part {
  name: string
  measurements: readonly Measurement[]
  /** Load average of the minute before. */
  loadBefore: number
  minutes: number
}

/** Title of the report, with commit and machine. */
export function heading(): string {
  return `# Bench report\n\n${machine()}\n`
}

/** The section of one part. */
export function section({ name, measurements, loadBefore, minutes }: Part): string {
  const rows = measurements.map((measurement) => {
    const { label, target = '', unit, values } = measurement
    const required = target === '' ? '' : `${target} ${unit ?? ''}`.trim()
    const middle = `${format(median(values), unit)} ${unit ?? ''}`.trim()
    return `| ${label} | ${required} | ${middle} | ${rangeOf(measurement)} | ${resultOf(measurement)} |`
  })
  const took = `It took ${minutes.toFixed(1)} minutes; load average before: ${loadBefore.toFixed(1)}.`
  return `\n## ${name}\n\n${took}\n\n${COLUMNS}\n${rows.join('\n')}\n`
}

/** Three digits, or two decimals of a ratio. */
function format(value: number, unit: string | undefined): string {
  if (unit === undefined) return value.toFixed(2)
  return value.toFixed(value < 10 ? 1 : 0)
}

/** Minimum and maximum of the rounds. */
function rangeOf({ values, unit }: Measurement): string {
  if (values.length < 2) return ''
  return `${format(Math.min(...values), unit)} to ${format(Math.max(...values), unit)}`
}

/**
 * Compares all rounds with the target (`≥ 1`, `≤ 1`, `< 1` or an exact number): `met` or `missed`, and
 * `undecided` where rounds are on both sides of it. NaN and malformed targets miss. Ratios without a target are
 * `the same` when their median differs from 1 by less than 15 %.
 */
export function resultOf({
  target = '',
  values,
  unit,
  result,
}: Omit<Measurement, 'label'>): string {
  if (result !== undefined) return result
  if (target === '') {
    const ratio = median(values)
    return unit === undefined && ratio < SAME && ratio > 1 / SAME ? 'the same' : ''
  }
  const met = values.filter((value) => meets(value, target)).length
  if (met === values.length) return 'met'
  return met === 0 ? 'missed' : 'undecided'
}

function meets(value: number, target: string): boolean {
  const { sign = '', limit = '' } = /^(?<sign>[≥≤<]?) ?(?<limit>[\d.]+)$/.exec(target)?.groups ?? {}
  if (limit === '') return false
  const bound = Number(limit)
  if (sign === '≥') return value >= bound
  if (sign === '≤') return value <= bound
  return sign === '<' ? value < bound : value === bound
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
