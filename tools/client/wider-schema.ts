import { asRecord, elementsOf, isRecord } from '@landscape/contracts'

/** A request schema must keep accepting every value; a response schema must keep returning every member. */
type Direction = 'request' | 'response'

/** Returns the path and the reason where a schema breaks callers; undefined when it does not. */
export type FindWider = (
  direction: Direction,
  before: unknown,
  after: unknown,
) => string | undefined

type Schema = Readonly<Record<string, unknown>>
/** Keywords that accept less when their number is smaller. */
const UPPER = ['maxLength', 'maxItems', 'maximum', 'maxProperties']
const LOWER = ['minLength', 'minItems', 'minimum', 'minProperties']
const ALL_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object']

/**
 * Creates a comparison of schemas of two descriptions, for the keywords of JSON Schema that this API uses.
 */
export function createSchemaComparison(rootBefore: unknown, rootAfter: unknown): FindWider {
  /** Compatible pairs of named schemas. */
  const compatible = { request: new Set<string>(), response: new Set<string>() }
  return (direction, before, after) => {
    /** Pairs of named schemas that are being compared. */
    const inProgress = new Set<string>()
    const compared = new Set<string>()
    const old = { root: rootBefore, schema: before }
    const next = { root: rootAfter, schema: after }
    // Old requests must be a subset of accepted ones; new responses a subset of described ones.
    const [narrow, wide] = direction === 'request' ? [old, next] : [next, old]
    const fault = faultOf(narrow.schema, wide.schema, '')
    // A recursive pair was assumed to be compatible, which only the complete comparison proves.
    if (fault === undefined) for (const pair of compared) compatible[direction].add(pair)
    return fault

    function faultOf(one: unknown, other: unknown, path: string): string | undefined {
      const sub = dereferenced(narrow.root, one)
      const sup = dereferenced(wide.root, other)
      const pair = `${refOf(one)} ${refOf(other)}`
      // A recursive schema is compatible if the rest of it is.
      if (
        Object.keys(sup).length === 0 ||
        inProgress.has(pair) ||
        compatible[direction].has(pair)
      ) {
        return undefined
      }
      const isNamed = refOf(one) !== '' && refOf(other) !== ''
      if (isNamed) inProgress.add(pair)
      const fault = faultWithin(sub, sup, path)
      if (isNamed) inProgress.delete(pair)
      if (isNamed && fault === undefined) compared.add(pair)
      return fault
    }

    function faultWithin(sub: Schema, sup: Schema, path: string): string | undefined {
      const ways = alternativesOf(sub) ?? (partsOf(sub) && waysOf(sub))
      if (ways) return first(ways, (way) => faultOf(way, sup, path))
      const parts = partsOf(sup)
      if (parts) return first(parts, (part) => faultOf(sub, part, path))
      const taken = alternativesOf(sup)
      if (taken) {
        const faults = taken.map((way) => faultOf(sub, way, path))
        return faults.includes(undefined) ? undefined : faults[0]
      }
      return (
        ofValues(direction, sub, sup, path) ?? ofObjects(sub, sup, path) ?? ofLists(sub, sup, path)
      )
    }

    /** Expands the alternatives and parts of the narrower schema. */
    function waysOf(schema: unknown): Schema[] {
      const plain = dereferenced(narrow.root, schema)
      const ways = alternativesOf(plain)
      if (ways) return ways.flatMap(waysOf)
      const parts = partsOf(plain)
      return parts ? combined(parts.map(waysOf)).flatMap(merged) : [plain]
    }

    function ofObjects(sub: Schema, sup: Schema, path: string): string | undefined {
      if (!typesOf(sub).includes('object') || !typesOf(sup).includes('object')) return undefined
      const [mine, theirs] = [asRecord(sub['properties']), asRecord(sup['properties'])]
      const missing = namesIn(sup['required']).find(
        (name) => !namesIn(sub['required']).includes(name),
      )
      if (missing !== undefined) {
        return `${path}/${missing} is ${direction === 'request' ? 'required' : 'optional'}`
      }
      const gone = Object.keys(theirs).find((name) => !(name in mine))
      if (direction === 'response' && gone !== undefined) return `${path}/${gone} was removed`
      const unknown = Object.keys(mine).find((name) => !(name in theirs))
      if (
        direction === 'request' &&
        unknown !== undefined &&
        sup['additionalProperties'] === false
      ) {
        return `${path}/${unknown} is not accepted`
      }
      if (
        direction === 'request' &&
        sub['additionalProperties'] !== false &&
        sup['additionalProperties'] === false
      ) {
        return `${path || '/'} accepts no additional members`
      }
      const both = Object.keys(theirs).filter((name) => name in mine)
      return (
        first(both, (name) => faultOf(mine[name], theirs[name], `${path}/${name}`)) ??
        ofParts(sub, sup, 'additionalProperties', `${path}/*`)
      )
    }

    function ofLists(sub: Schema, sup: Schema, path: string): string | undefined {
      const [mine, theirs] = [sub['prefixItems'], sup['prefixItems']]
      if (Array.isArray(mine) && Array.isArray(theirs)) {
        const fault = first([...theirs.keys()], (i) =>
          faultOf(mine[i] ?? {}, theirs[i], `${path}/${i}`),
        )
        if (fault !== undefined) return fault
      }
      return ofParts(sub, sup, 'items', `${path}/0`)
    }

    function ofParts(sub: Schema, sup: Schema, part: string, path: string): string | undefined {
      if (!isRecord(sup[part])) return undefined
      return isRecord(sub[part]) ? faultOf(sub[part], sup[part], path) : undefined
    }
  }
}

/** Types, values and bounds. */
function ofValues(
  direction: Direction,
  sub: Schema,
  sup: Schema,
  path: string,
): string | undefined {
  const at = path || '/'
  const type = typesOf(sub).find((name) => !isAmong(name, typesOf(sup)))
  if (type !== undefined) return `${at} may ${direction === 'request' ? 'not ' : ''}be ${type}`
  const [mine, theirs] = [valuesOf(sub), valuesOf(sup)]
  if (theirs && !(mine ?? [undefined]).every((value) => theirs.includes(value))) {
    return `${at} has different values`
  }
  // Bounds do not matter for enumerated values.
  if (mine) return undefined
  const bound = [
    ...UPPER.filter((name) => numberAt(sup, name, Infinity) < numberAt(sub, name, Infinity)),
    ...LOWER.filter((name) => numberAt(sup, name, -Infinity) > numberAt(sub, name, -Infinity)),
  ][0]
  if (bound !== undefined) return `${at} has a different ${bound}`
  const isOther = sup['pattern'] !== undefined && sup['pattern'] !== sub['pattern']
  return isOther ? `${at} has a different pattern` : undefined
}

function first<T>(all: readonly T[], find: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

function refOf(schema: unknown): string {
  const { $ref } = asRecord(schema)
  return typeof $ref === 'string' ? $ref : ''
}

function dereferenced(root: unknown, schema: unknown): Schema {
  const ref = refOf(schema)
  if (ref === '') return asRecord(schema)
  const found = ref
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => asRecord(part)[key], root)
  return dereferenced(root, found)
}

function alternativesOf({ anyOf, oneOf }: Schema): readonly unknown[] | undefined {
  const ways = anyOf ?? oneOf
  return Array.isArray(ways) ? ways : undefined
}

function partsOf({ allOf }: Schema): readonly unknown[] | undefined {
  return Array.isArray(allOf) ? allOf : undefined
}

/** Merges the parts of an `allOf`; returns an empty array when their types exclude each other. */
function merged(parts: readonly Schema[]): Schema[] {
  const types = parts.map(typesOf)
  const type = [...new Set(types.flat())].filter((name) =>
    types.every((taken) => isAmong(name, taken)),
  )
  if (type.length === 0) return []
  const members = parts.flatMap(({ properties }) => Object.entries(asRecord(properties)))
  const properties = Object.fromEntries(
    [...Map.groupBy(members, ([name]) => name)].map(([name, all]) => [
      name,
      { allOf: all.map(([, schema]) => schema) },
    ]),
  )
  const required = parts.flatMap((part) => namesIn(part['required']))
  return [{ ...Object.assign({}, ...parts), type, properties, required }]
}

function typesOf({ type, ...schema }: Schema): readonly string[] {
  if (type !== undefined) return namesIn([type].flat())
  const values = valuesOf(schema)
  return values ? [...new Set(values.map(typeOf))] : ALL_TYPES
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isAmong(type: string, types: readonly string[]): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

function valuesOf(schema: Schema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined
}

function numberAt(schema: Schema, name: string, absent: number): number {
  const value = schema[name]
  return typeof value === 'number' ? value : absent
}

function namesIn(value: unknown): string[] {
  return elementsOf(value).filter((name) => typeof name === 'string')
}

/** Returns the Cartesian product of arrays. */
export function combined<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (all, list) => all.flatMap((chosen) => list.map((value) => [...chosen, value])),
    [[]],
  )
}
