import { faultsOf } from '@landscape/contracts'
import { z } from 'zod'
import { FormatError, type FileFault } from './file-radar.ts'

const TOLD = 5

/**
 * The value of a JSON text.
 * @throws FormatError naming the line of the first fault
 */
function parseJsonFile(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, line] = /\(line (\d+) column \d+\)/.exec(String(error)) ?? []
    const end = text.split('\n').length
    throw new FormatError(`line ${line ?? end}: is no JSON`, { cause: error })
  }
}

/**
 * The whole of a JSON file, as its format says.
 * @throws FormatError naming the places that differ
 */
export function parseWhole<T>(schema: z.ZodType<T>, text: string): T {
  const value = parseJsonFile(text)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new FormatError(told(parsed.error, value, 'the file'))
}

/**
 * What a format has against a value: sentences that begin with the place, of the first few places.
 * @param whole what the value itself is called
 */
export function told(error: z.ZodError, value: unknown, whole: string): string {
  return faultsOf(error, value)
    .slice(0, TOLD)
    .map(({ path, detail }) => `${z.core.toDotPath([...path]) || whole} ${detail}`)
    .join('; ')
}

/**
 * The elements of a list that are as their format says, and the faults of the others.
 *
 * @param list what the places are called by: `entries`
 * @param read an element, with its place
 */
export function readEach<T, R>(
  values: readonly unknown[],
  {
    list,
    schema,
    titleOf,
  }: { list: string; schema: z.ZodType<T>; titleOf: (value: unknown) => unknown },
  read: (element: T, place: string) => R,
): { read: R[]; faults: FileFault[] } {
  const faults: FileFault[] = []
  const elements = values.flatMap((value, i) => {
    const place = `${list}[${i}]`
    const { data, error } = schema.safeParse(value)
    if (!error) return [read(data, place)]
    const title = titleOf(value)
    faults.push({
      place,
      title: typeof title === 'string' ? title : undefined,
      detail: told(error, value, 'it'),
    })
    return []
  })
  return { read: elements, faults }
}
