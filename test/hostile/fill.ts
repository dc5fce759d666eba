import { asList, asObject, resolved, type Json } from './description.ts'

export interface FillOptions {
  /** The next hostile text of at most this length. */
  text: (max: number) => string
  /** Number of elements of an array at a depth of arrays. */
  items: (depth: number) => number
  /** Values by the name of their member that keep references and dates intact; every second value. */
  known?: ReadonlyMap<string, readonly unknown[]>
  /** Whether objects get members that the schema does not name. */
  isOpen?: boolean
}

const MAX_TEXT = 500
const MAX_DEPTH = 24
/** Members that any program may add, and names that objects inherit. */
const EXTRA = ['__proto__', 'constructor', 'toString', '\ud83d', '']

/** Creates a function that fills every member of a schema with hostile values. */
export function createFiller({
  text,
  items,
  known = new Map(),
  isOpen: hasExtra = true,
}: FillOptions) {
  let turn = 0
  return (schema: unknown): unknown => fill(schema, { name: '', depth: 0, level: 0 })

  interface Place {
    name: string
    depth: number
    level: number
  }

  function fill(described: unknown, place: Place): unknown {
    const schema = resolved(described)
    turn++
    if (place.level > MAX_DEPTH) return null
    if ('const' in schema) return schema['const']
    const choices = asList(schema['enum'])
    if (choices.length > 0) return choices[turn % choices.length]
    const ways = [...asList(schema['anyOf']), ...asList(schema['oneOf'])]
    if (ways.length > 0) return fill(wayOf(ways), place)
    const parts = asList(schema['allOf'])
    if (parts.length > 0) return Object.assign({}, ...parts.map((part) => fill(part, place)))
    return ofType(schema, place)
  }

  /** Mostly the richest way, at times another. */
  function wayOf(ways: readonly unknown[]): unknown {
    const rich = ways.toSorted((a, b) => weightOf(b) - weightOf(a))
    return turn % 7 === 0 ? ways[turn % ways.length] : rich[0]
  }

  function ofType(schema: Json, place: Place): unknown {
    const kind = [schema['type']].flat().find((type) => type !== 'null')
    const sample = known.get(place.name) ?? []
    const scalars = sample.filter((value) => typeof value !== 'object')
    switch (kind) {
      case 'object':
        return ofObject(schema, place)
      case 'array':
        return ofArray(schema, place)
      case 'boolean':
        return turn % 2 === 0
      case 'integer':
      case 'number':
        return turn % 2 === 0 && scalars.length > 0
          ? scalars[turn % scalars.length]
          : ofNumber(schema)
      case 'string':
        return ofString(schema, scalars)
      default:
        return turn % 3 === 0 ? deep() : text(MAX_TEXT)
    }
  }

  function ofObject(schema: Json, { name, depth, level }: Place): Json {
    const members = Object.entries(asObject(schema['properties'])).map(([member, inner]) => [
      member,
      fill(inner, { name: member, depth, level: level + 1 }),
    ])
    const more = schema['additionalProperties']
    const isOpen = typeof more === 'object' && more !== null
    const inner = asObject(more)
    const isMap = isOpen && members.length === 0
    const isTyped = Object.keys(inner).length > 0
    const added = !isOpen
      ? []
      : [
          ...(hasExtra ? EXTRA : []),
          ...Array.from({ length: isMap ? items(depth) : 0 }, () =>
            text(Number(asObject(schema['propertyNames'])['maxLength'] ?? MAX_TEXT)),
          ),
        ].map((member) => [
          member,
          isTyped ? fill(inner, { name, depth: depth + 1, level: level + 1 }) : deep(),
        ])
    // Own members, `__proto__` as well; a filled value of undefined is left out.
    const own = [...members, ...added].filter(([, value]) => value !== undefined)
    return Object.fromEntries(own) as Json
  }

  function ofArray(schema: Json, { name, depth, level }: Place): unknown[] {
    const max = Number(schema['maxItems'] ?? Infinity)
    const length = Math.min(max, Math.max(items(depth), Number(schema['minItems'] ?? 0)))
    return Array.from({ length }, () =>
      fill(schema['items'] ?? {}, { name, depth: depth + 1, level: level + 1 }),
    ).filter((value) => value !== undefined)
  }

  function ofNumber({ minimum = -1e308, maximum = Number.MAX_SAFE_INTEGER, type }: Json): number {
    const least = type === 'integer' ? Math.max(Number(minimum), -(2 ** 53) + 1) : Number(minimum)
    return [least, Number(maximum), Math.max(least, 0)][turn % 3] ?? 0
  }

  function ofString(schema: Json, sample: readonly unknown[]): unknown {
    const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : /./
    const fitting = [...sample, ...asList(schema['examples']), '2026-01-31T00:00:00.000Z']
    const valid = fitting.filter((value) => typeof value === 'string' && pattern.test(value))
    if ('pattern' in schema || 'format' in schema) return valid[turn % Math.max(1, valid.length)]
    if (sample.length > 0 && turn % 2 === 0) return sample[turn % sample.length]
    const min = Number(schema['minLength'] ?? 0)
    return text(Number(schema['maxLength'] ?? MAX_TEXT)).padEnd(min, '\u0301')
  }
}

function weightOf(schema: unknown): number {
  const known = resolved(schema)
  if ('const' in known || 'not' in asObject(known['items'])) return 0
  const inner = Object.keys(asObject(known['properties'])).length
  return (known['type'] === 'array' ? 2 : 1) + inner
}

/** An array inside of arrays. */
function deep(levels = 30): unknown {
  return levels === 0 ? 'constructor' : [deep(levels - 1)]
}

/** The values of a document by the name of their member. */
export function valuesByMember(value: unknown, name = ''): Map<string, unknown[]> {
  const all = new Map<string, unknown[]>()
  const walk = (one: unknown, member: string) => {
    if (Array.isArray(one)) for (const element of one) walk(element, member)
    else if (typeof one === 'object' && one !== null)
      for (const [inner, other] of Object.entries(one)) walk(other, inner)
    else all.set(member, [...(all.get(member) ?? []).slice(-20), one])
  }
  walk(value, name)
  return all
}
