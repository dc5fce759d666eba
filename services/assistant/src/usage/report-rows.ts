/** One row of a report: what one day says about an organisation, a user or a membership. */
export type ReportRow = Readonly<Record<string, unknown>> & { readonly day: string }

/** A report file is not what a report looks like; the message quotes nothing of it. */
export class ReportMalformed extends Error {
  override readonly name = 'ReportMalformed'
}

/** A report holds less than another one says it should. */
export class ReportIncomplete extends Error {
  override readonly name = 'ReportIncomplete'
}

/**
 * The rows of one report file. Four shapes occur: an object with `day_totals`, an array of those,
 * one flat row, and one JSON value per line of any of these.
 *
 * @throws ReportMalformed also for the last line of a file that was cut off: half a report is none
 */
export function rowsOf(text: string): ReportRow[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  return valuesIn(trimmed).flatMap(expand).map(assertRow)
}

/** Arrays, by their elements, and objects with `day_totals`, by those. */
function expand(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(expand)
  if (isObject(value) && Array.isArray(value['day_totals'])) return value['day_totals']
  return [value]
}

function valuesIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parseLine)
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ReportMalformed('A report line is not JSON')
  }
}

function assertRow(value: unknown): ReportRow {
  if (isObject(value) && isDay(value['day'])) return value as ReportRow
  throw new ReportMalformed('A report row has no day')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
}
