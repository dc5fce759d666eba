import {
  asList,
  asObject,
  operations,
  resolved,
  type Operation,
  type Parameter,
} from './description.ts'
import { createFiller } from './fill.ts'
import type { Asked, Found } from './found.ts'
import { createTexts, worstText } from './texts.ts'
import type { Caller } from './stage.ts'

/** Values of query parameters; the last ones are encoded already. */
const VALUES = [
  'constructor',
  '__proto__',
  'toString',
  '',
  '\u0000',
  `${'x'.repeat(199)}🚢`,
  worstText(4, 300),
  worstText(8, 2_000),
  worstText(9, 1_000),
  worstText(7, 400),
  worstText(12, 200),
  worstText(13, 100),
  'c',
].map((value) => encodeURIComponent(value.toWellFormed()))
const RAW = ['%ED%A0%BD', '%', '+']
const HOSTILE_VALUES: readonly string[] = [...VALUES, ...RAW]

const CALLERS_OF: Readonly<Record<string, readonly Caller[]>> = {
  public: ['anonymous'],
  optional: ['anonymous', 'user', 'admin'],
  authenticated: ['user', 'admin'],
  'group reviewer': ['reviewer', 'admin'],
  'group admin': ['admin'],
}

/** Ends the session, or leads to the source-control host. */
const NOT_ASKED = /\/logout$|\/oauth\/|^\/livez|^\/readyz/

export interface Extent {
  /** Hostile values of each query parameter. */
  values: number
  /** Addresses from each list. */
  listed: number
}

/** Every read of the description, with examples, hostile values and the addresses of lists. */
export function reads(found: Found, extent: Extent): Asked[] {
  return operations
    .filter(({ method, path }) => method === 'get' && !NOT_ASKED.test(path))
    .flatMap((operation) =>
      callersOf(operation).flatMap((caller) => readsOf(operation, caller, found, extent)),
    )
}

/** The values that one of the callers of an operation sends: each value is sent once, by one of them. */
export function turnOf<T>(operation: Operation, caller: Caller, values: readonly T[]): T[] {
  const callers = callersOf(operation)
  return values.filter((_, at) => callers[at % callers.length] === caller)
}

export function callersOf({ access }: Operation): readonly Caller[] {
  const callers = CALLERS_OF[access]
  if (!callers) throw new Error(`Nobody requests operations with the access ${access}`)
  return callers
}

function readsOf(
  operation: Operation,
  caller: Caller,
  found: Found,
  { values, listed }: Extent,
): Asked[] {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  const required = query.filter((parameter) => parameter.required)
  const base = required.map(
    ({ name, examples }) => `${name}=${encodeURIComponent(examples[0] ?? 'x')}`,
  )
  const make = (path: string, pairs: readonly string[], isListed = false): Asked => ({
    caller,
    method: 'GET',
    target: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path,
    operation,
    isListed,
  })
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  if (inPath.length > 0) {
    const example = fill(operation.path, (parameter) => exampleOf(inPath, parameter))
    const own = found.pathsOf(operation.path, caller, listed)
    const strange = HOSTILE_VALUES.slice(0, values)
      .filter((value) => value !== '')
      .map((value) =>
        make(
          fill(operation.path, () => value),
          base,
        ),
      )
    const turned = turnOf(operation, caller, strange)
    return [make(example, base), ...own.map((path) => make(path, base, true)), ...turned]
  }
  const turned = query.flatMap((parameter, at) =>
    valuesOf(parameter, values, at).map((value) =>
      make(operation.path, [
        ...base.filter((pair) => !pair.startsWith(`${parameter.name}=`)),
        `${parameter.name}=${value}`,
      ]),
    ),
  )
  return [make(operation.path, base), ...turnOf(operation, caller, turned)]
}

/** The values of the description and hostile ones; small extents rotate through them. */
function valuesOf({ examples }: Parameter, count: number, at: number): string[] {
  const own = examples.slice(0, count).map((value) => encodeURIComponent(value))
  const rotated = [...HOSTILE_VALUES.slice(at), ...HOSTILE_VALUES.slice(0, at)]
  // The first value is that of a member which every object inherits.
  return [...new Set([...own, ...HOSTILE_VALUES.slice(0, 1), ...rotated.slice(0, count)])]
}

function exampleOf(parameters: readonly Parameter[], name: string): string {
  return encodeURIComponent(parameters.find((one) => one.name === name)?.examples[0] ?? 'x')
}

function fill(path: string, valueOf: (parameter: string) => string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name))
}

/** Every body of the description: its examples, and members at their bounds. */
export function bodies(found: Found, count: number): Asked[] {
  return operations
    .filter(({ body, path }) => body && !NOT_ASKED.test(path) && path !== '/mcp')
    .flatMap((operation) =>
      callersOf(operation).flatMap((caller) => {
        const paths = operation.path.includes('{')
          ? [fill(operation.path, () => 'x'), ...found.pathsOf(operation.path, caller, count)]
          : [operation.path]
        const hostile = Array.from({ length: count }, (_, at) => {
          const items = (depth: number) => (depth === 0 ? 40 : 3)
          // A route may reject a body for the name of a member alone.
          const isOpen = at % 2 === 1
          return createFiller({ text: createTexts(at * 31), items, isOpen })(operation.body)
        })
        return [...operation.bodyExamples, ...hostile].flatMap((body, at) => ({
          caller,
          method: operation.method.toUpperCase(),
          target: paths[at % paths.length] ?? operation.path,
          body,
          operation,
          isListed: false,
        }))
      }),
    )
}

/** The bodies that only show what they would change. */
export function previews(found: Found, count: number): Asked[] {
  return bodies(found, count)
    .filter(({ operation }) => hasMember(operation.body, 'dryRun'))
    .map((asked) => ({ ...asked, body: { ...asObject(asked.body), dryRun: true } }))
}

function hasMember(described: unknown, name: string): boolean {
  const schema = resolved(described)
  const ways = [...asList(schema['anyOf']), ...asList(schema['oneOf']), ...asList(schema['allOf'])]
  return name in asObject(schema['properties']) || ways.some((way) => hasMember(way, name))
}
