import { asRecord, isRecord } from '@landscape/contracts/json'
import {
  alternativesOf,
  combined,
  dereferenced,
  isAmong,
  merged,
  namesIn,
  numberAt,
  partsOf,
  refOf,
  typesOf,
  valuesOf,
  type Schema,
} from './schema-keywords.ts'

/** A request schema must keep accepting every value; a response schema must keep returning every member. */
type Direction = 'request' | 'response'

/** Returns the path and the reason where a schema breaks callers; undefined when it does not. */
export type FindWider = (
  direction: Direction,
  before: unknown,
  after: unknown,
) => string | undefined

/** Keywords with a bound, by the type of the values that they limit. */
const BOUNDS: readonly (readonly [type: string, upper: string, lower: string])[] = [
  ['string', 'maxLength', 'minLength'],
  ['array', 'maxItems', 'minItems'],
  ['number', 'maximum', 'minimum'],
  ['integer', 'maximum', 'minimum'],
  ['object', 'maxProperties', 'minProperties'],
]

/** One comparison: each value of `narrow` must be a value of `wide`. Both are the roots of descriptions. */
interface Comparison {
  direction: Direction
  narrow: unknown
  wide: unknown
  /** Compatible pairs of named schemas. */
  compatible: ReadonlySet<string>
  /** Pairs of named schemas that are being compared. */
  inProgress: Set<string>
  /** Pairs that are compatible if the complete comparison finds no fault. */
  compared: Set<string>
}

/**
 * Creates a comparison of schemas of two descriptions, for the keywords of JSON Schema that this API uses.
 */
export function createSchemaComparison(rootBefore: unknown, rootAfter: unknown): FindWider {
  const compatible = { request: new Set<string>(), response: new Set<string>() }
  return (direction, before, after) => {
    const old = { root: rootBefore, schema: before }
    const next = { root: rootAfter, schema: after }
    // Old requests must be a subset of accepted ones; new responses a subset of described ones.
    const [narrow, wide] = direction === 'request' ? [old, next] : [next, old]
    const comparison = {
      direction,
      narrow: narrow.root,
      wide: wide.root,
      compatible: compatible[direction],
      inProgress: new Set<string>(),
      compared: new Set<string>(),
    }
    const fault = faultOf(comparison, narrow.schema, wide.schema, '')
    // A recursive pair was assumed to be compatible, which only the complete comparison proves.
    if (fault === undefined) {
      for (const pair of comparison.compared) compatible[direction].add(pair)
    }
    return fault
  }
}

function faultOf(
  comparison: Comparison,
  one: unknown,
  other: unknown,
  path: string,
): string | undefined {
  const { compatible, inProgress, compared } = comparison
  const sub = dereferenced(comparison.narrow, one)
  const sup = dereferenced(comparison.wide, other)
  const pair = `${refOf(one)} ${refOf(other)}`
  // A recursive schema is compatible if the rest of it is.
  if (Object.keys(sup).length === 0 || inProgress.has(pair) || compatible.has(pair)) {
    return undefined
  }
  const isNamed = refOf(one) !== '' && refOf(other) !== ''
  if (isNamed) inProgress.add(pair)
  const fault = faultWithin(comparison, sub, sup, path)
  if (isNamed) inProgress.delete(pair)
  if (isNamed && fault === undefined) compared.add(pair)
  return fault
}

function faultWithin(
  comparison: Comparison,
  sub: Schema,
  sup: Schema,
  path: string,
): string | undefined {
  const ways = alternativesOf(sub) ?? (partsOf(sub) && waysOf(comparison.narrow, sub))
  if (ways) return first(ways, (way) => faultOf(comparison, way, sup, path))
  const parts = partsOf(sup)
  if (parts) return first(parts, (part) => faultOf(comparison, sub, part, path))
  const taken = alternativesOf(sup)
  if (taken) {
    // An alternative may accept one of several types.
    if (typesOf(sub).length > 1 && !valuesOf(sub))
      return first(typesOf(sub), (type) => faultWithin(comparison, { ...sub, type }, sup, path))
    const faults = taken.map((way) => faultOf(comparison, sub, way, path))
    return faults.includes(undefined) ? undefined : faults[0]
  }
  return (
    ofValues(comparison.direction, sub, sup, path) ??
    ofObjects(comparison, sub, sup, path) ??
    ofLists(comparison, sub, sup, path)
  )
}

/** Expands the alternatives and parts of the narrower schema. */
function waysOf(root: unknown, schema: unknown): Schema[] {
  const plain = dereferenced(root, schema)
  const ways = alternativesOf(plain)
  if (ways) return ways.flatMap((way) => waysOf(root, way))
  const parts = partsOf(plain)
  return parts ? combined(parts.map((part) => waysOf(root, part))).flatMap(merged) : [plain]
}

function ofObjects(
  comparison: Comparison,
  sub: Schema,
  sup: Schema,
  path: string,
): string | undefined {
  if (!typesOf(sub).includes('object') || !typesOf(sup).includes('object')) return undefined
  const [mine, theirs] = [asRecord(sub['properties']), asRecord(sup['properties'])]
  const both = Object.keys(theirs).filter((name) => name in mine)
  return (
    ofMembers(comparison.direction, sub, sup, path) ??
    first(both, (name) => faultOf(comparison, mine[name], theirs[name], `${path}/${name}`)) ??
    ofParts(comparison, sub, sup, 'additionalProperties', `${path}/*`)
  )
}

/** Required, removed and additional members of objects. */
function ofMembers(
  direction: Direction,
  sub: Schema,
  sup: Schema,
  path: string,
): string | undefined {
  const [mine, theirs] = [asRecord(sub['properties']), asRecord(sup['properties'])]
  const missing = namesIn(sup['required']).find((name) => !namesIn(sub['required']).includes(name))
  if (missing !== undefined) {
    return `${path}/${missing} is ${direction === 'request' ? 'required' : 'optional'}`
  }
  const gone = Object.keys(theirs).find((name) => !(name in mine))
  if (direction === 'response' && gone !== undefined) return `${path}/${gone} was removed`
  if (direction === 'response' || sup['additionalProperties'] !== false) return undefined
  const unknown = Object.keys(mine).find((name) => !(name in theirs))
  if (unknown !== undefined) return `${path}/${unknown} is not accepted`
  const isNarrower = sub['additionalProperties'] !== false
  return isNarrower ? `${path || '/'} accepts no additional members` : undefined
}

function ofLists(
  comparison: Comparison,
  sub: Schema,
  sup: Schema,
  path: string,
): string | undefined {
  const [mine, theirs] = [sub['prefixItems'], sup['prefixItems']]
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    const fault = first([...theirs.keys()], (i) =>
      faultOf(comparison, mine[i] ?? {}, theirs[i], `${path}/${i}`),
    )
    if (fault !== undefined) return fault
  }
  return ofParts(comparison, sub, sup, 'items', `${path}/0`)
}

function ofParts(
  comparison: Comparison,
  sub: Schema,
  sup: Schema,
  part: string,
  path: string,
): string | undefined {
  if (!isRecord(sup[part])) return undefined
  return isRecord(sub[part]) ? faultOf(comparison, sub[part], sup[part], path) : undefined
}

/** Types, enumerated values and bounds. */
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
  const bound = BOUNDS.filter(([type]) => typesOf(sub).includes(type)).flatMap(
    ([, upper, lower]) => [
      ...(numberAt(sup, upper, Infinity) < numberAt(sub, upper, Infinity) ? [upper] : []),
      ...(numberAt(sup, lower, -Infinity) > numberAt(sub, lower, -Infinity) ? [lower] : []),
    ],
  )[0]
  if (bound !== undefined) return `${at} has a different ${bound}`
  const isOther = sup['pattern'] !== undefined && sup['pattern'] !== sub['pattern']
  return isOther && typesOf(sub).includes('string') ? `${at} has a different pattern` : undefined
}

function first<T>(all: readonly T[], find: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}
