import { isRecord } from '@landscape/contracts/json'
import EXAMPLES from './examples.json' with { type: 'json' }

/** Realistic examples of one operation; tests validate and send them. */
export interface Example {
  /** Of a success. */
  reply?: unknown
  /** Of the request body. */
  body?: unknown
  /** Of a success in other media types. */
  types?: Readonly<Record<string, string>>
}

/** Examples by operation id. */
export type Examples = Readonly<Record<string, Example>>

/** Reads `examples.json`. A value `{ "$ref": "#/getProject/reply" }` is replaced by the value at that path. */
export function readExamples(): Examples {
  return resolved(EXAMPLES) as Examples
}

function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved)
  if (!isRecord(value)) return value
  const { $ref } = value
  if (typeof $ref === 'string') return resolved(valueAt($ref))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part)]))
}

/** @throws Error for a reference to nothing */
function valueAt(reference: string): unknown {
  const path = reference
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/'))
  const value = path.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | undefined)?.[name],
    EXAMPLES,
  )
  if (value === undefined) throw new Error(`${reference} is not in examples.json`)
  return value
}
