import { faultsOf } from '@landscape/contracts/errors/faults'
import { isRecord } from '@landscape/contracts/json'
import { z } from 'zod'
import { FormatError, type FileFault } from './file-radar.ts'
import { undeclaredMembers } from './not-imported.ts'

/** Maximum number of validation errors in a message. */
const MAX_FAULTS = 5

/** The value without members that are null: they mean the same as absent ones. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isRecord(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]))
}

/**
 * Parses JSON.
 * @throws FormatError with the line of the first error
 */
function parseJsonFile(text: string): unknown {
  try {
    return withoutNulls(JSON.parse(text))
  } catch (error) {
    const [, line] = /\(line (\d+) column \d+\)/.exec(String(error)) ?? []
    const end = text.split('\n').length
    throw new FormatError(`line ${line ?? end}: is not JSON`, { cause: error })
  }
}

/**
 * Parses and validates a JSON file.
 * @throws FormatError with the paths of the validation errors
 */
export function parseFile<T>(schema: z.ZodType<T>, text: string): T {
  const value = parseJsonFile(text)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new FormatError(messageOf(parsed.error, value, 'the file'))
}

/**
 * The first validation errors, each with its path.
 * @param root name of the value itself, for errors without a path
 */
export function messageOf(error: z.ZodError, value: unknown, root: string): string {
  return faultsOf(error, value)
    .slice(0, MAX_FAULTS)
    .map(({ path, detail }) => `${z.core.toDotPath([...path]) || root} ${detail}`)
    .join('; ')
}

/**
 * Reads the valid elements of an array and collects the errors of the others.
 *
 * @param list name of the array in paths: `entries`
 * @param read converts an element, given its path
 * @returns also the members that the schema does not declare
 */
export function readEach<T, R>(
  values: readonly unknown[],
  {
    list,
    schema,
    titleOf,
  }: { list: string; schema: z.ZodType<T>; titleOf: (value: unknown) => unknown },
  read: (element: T, location: string) => R,
): { read: R[]; faults: FileFault[]; unused: string[] } {
  const faults: FileFault[] = []
  const unused = values.flatMap((value) => undeclaredMembers(schema, value, list && `${list}[]`))
  const elements = values.flatMap((value, i) => {
    const location = `${list}[${i}]`
    const { data, error } = schema.safeParse(value)
    if (!error) return [read(data, location)]
    const title = titleOf(value)
    faults.push({
      location,
      title: typeof title === 'string' ? title : undefined,
      detail: messageOf(error, value, 'it'),
    })
    return []
  })
  return { read: elements, faults, unused }
}
