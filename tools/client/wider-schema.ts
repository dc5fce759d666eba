import { asRecord, elementsOf, isRecord } from '@landscape/contracts'

/** Whose words a schema describes: callers', who may go on saying what they said, or ours, of which nothing may be missing. */
type Direction = 'sent' | 'answered'

/** Says at what place a schema breaks its callers, and why; undefined: nowhere. */
export type FindWider = (
  direction: Direction,
  before: unknown,
  after: unknown,
) => string | undefined

type Schema = Readonly<Record<string, unknown>>
/** Bounds by name: whether a smaller number takes less. */
const UPPER = ['maxLength', 'maxItems', 'maximum', 'maxProperties']
const LOWER = ['minLength', 'minItems', 'minimum', 'minProperties']
const ALL_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object']

/**
 * Compares schemas of two descriptions, as far as ours use JSON Schema: what was sent has to be taken still, and what is
 * answered has to be what was described, with every member that was.
 */
export function createSchemaComparison(rootBefore: unknown, rootAfter: unknown): FindWider {
  /** Pairs of named schemas without a fault. */
  const sound = { sent: new Set<string>(), answered: new Set<string>() }
  return (direction, before, after) => {
    /** Pairs of named schemas that are being compared. */
    const under = new Set<string>()
    const compared = new Set<string>()
    const old = { root: rootBefore, schema: before }
    const next = { root: rootAfter, schema: after }
    // What was sent is to be among what is taken; what is answered among what was described.
    const [narrow, wide] = direction === 'sent' ? [old, next] : [next, old]
    const fault = faultOf(narrow.schema, wide.schema, '')
    // A pair within itself was assumed to be sound, which only the complete comparison proves.
    if (fault === undefined) for (const pair of compared) sound[direction].add(pair)
    return fault

    function faultOf(one: unknown, other: unknown, place: string): string | undefined {
      const sub = dereferenced(narrow.root, one)
      const sup = dereferenced(wide.root, other)
      const pair = `${refOf(one)} ${refOf(other)}`
      // What holds itself is as wide as the rest of it.
      if (Object.keys(sup).length === 0 || under.has(pair) || sound[direction].has(pair)) {
        return undefined
      }
      const isNamed = refOf(one) !== '' && refOf(other) !== ''
      if (isNamed) under.add(pair)
      const fault = faultWithin(sub, sup, place)
      if (isNamed) under.delete(pair)
      if (isNamed && fault === undefined) compared.add(pair)
      return fault
    }

    function faultWithin(sub: Schema, sup: Schema, place: string): string | undefined {
      const ways = alternativesOf(sub) ?? (partsOf(sub) && waysOf(sub))
      if (ways) return first(ways, (way) => faultOf(way, sup, place))
      const parts = partsOf(sup)
      if (parts) return first(parts, (part) => faultOf(sub, part, place))
      const taken = alternativesOf(sup)
      if (taken) {
        const faults = taken.map((way) => faultOf(sub, way, place))
        return faults.includes(undefined) ? undefined : faults[0]
      }
      return (
        ofValues(direction, sub, sup, place) ??
        ofObjects(sub, sup, place) ??
        ofLists(sub, sup, place)
      )
    }

    /** Schemas without parts, of which what is narrower is any. */
    function waysOf(schema: unknown): Schema[] {
      const plain = dereferenced(narrow.root, schema)
      const ways = alternativesOf(plain)
      if (ways) return ways.flatMap(waysOf)
      const parts = partsOf(plain)
      return parts ? combined(parts.map(waysOf)).flatMap(merged) : [plain]
    }

    function ofObjects(sub: Schema, sup: Schema, place: string): string | undefined {
      if (!typesOf(sub).includes('object') || !typesOf(sup).includes('object')) return undefined
      const [mine, theirs] = [asRecord(sub['properties']), asRecord(sup['properties'])]
      const missing = namesIn(sup['required']).find(
        (name) => !namesIn(sub['required']).includes(name),
      )
      if (missing !== undefined) {
        return `${place}/${missing} is ${direction === 'sent' ? 'required' : 'not always there'}`
      }
      const gone = Object.keys(theirs).find((name) => !(name in mine))
      if (direction === 'answered' && gone !== undefined) return `${place}/${gone} is gone`
      const unknown = Object.keys(mine).find((name) => !(name in theirs))
      if (direction === 'sent' && unknown !== undefined && sup['additionalProperties'] === false) {
        return `${place}/${unknown} is not taken`
      }
      if (
        direction === 'sent' &&
        sub['additionalProperties'] !== false &&
        sup['additionalProperties'] === false
      ) {
        return `${place || '/'} takes no other members`
      }
      const both = Object.keys(theirs).filter((name) => name in mine)
      return (
        first(both, (name) => faultOf(mine[name], theirs[name], `${place}/${name}`)) ??
        ofParts(sub, sup, 'additionalProperties', `${place}/*`)
      )
    }

    function ofLists(sub: Schema, sup: Schema, place: string): string | undefined {
      const [mine, theirs] = [sub['prefixItems'], sup['prefixItems']]
      if (Array.isArray(mine) && Array.isArray(theirs)) {
        const fault = first([...theirs.keys()], (i) =>
          faultOf(mine[i] ?? {}, theirs[i], `${place}/${i}`),
        )
        if (fault !== undefined) return fault
      }
      return ofParts(sub, sup, 'items', `${place}/0`)
    }

    function ofParts(sub: Schema, sup: Schema, part: string, place: string): string | undefined {
      if (!isRecord(sup[part])) return undefined
      return isRecord(sub[part]) ? faultOf(sub[part], sup[part], place) : undefined
    }
  }
}

/** Types, values and bounds. */
function ofValues(
  direction: Direction,
  sub: Schema,
  sup: Schema,
  place: string,
): string | undefined {
  const at = place || '/'
  const type = typesOf(sub).find((name) => !isAmong(name, typesOf(sup)))
  if (type !== undefined) return `${at} may ${direction === 'sent' ? 'not ' : ''}be ${type}`
  const [mine, theirs] = [valuesOf(sub), valuesOf(sup)]
  if (theirs && !(mine ?? [undefined]).every((value) => theirs.includes(value))) {
    return `${at} has other values`
  }
  // Of named values no bound matters.
  if (mine) return undefined
  const bound = [
    ...UPPER.filter((name) => numberAt(sup, name, Infinity) < numberAt(sub, name, Infinity)),
    ...LOWER.filter((name) => numberAt(sup, name, -Infinity) > numberAt(sub, name, -Infinity)),
  ][0]
  if (bound !== undefined) return `${at} has another ${bound}`
  const isOther = sup['pattern'] !== undefined && sup['pattern'] !== sub['pattern']
  return isOther ? `${at} has another pattern` : undefined
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

/** One schema of several that have to be met together; none where nothing meets all of them. */
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

/** Every choice of one value from each array. */
export function combined<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (all, list) => all.flatMap((chosen) => list.map((value) => [...chosen, value])),
    [[]],
  )
}
