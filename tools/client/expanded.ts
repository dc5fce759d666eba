import { asRecord, isRecord } from '@landscape/contracts/json'

type Part = Readonly<Record<string, unknown>>

/**
 * Returns a description whose operations have everything in place: no references other than those to schemas, the
 * common headers in each response, the statuses of a range of statuses, and the only example of a body as `example`.
 */
export function expanded<D>(description: D): D {
  const known = new Map<string, unknown>()
  const inPlace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inPlace)
    if (!isRecord(part)) return part
    const ref = refOf(part)
    if (ref === '' || ref.startsWith('#/components/schemas/'))
      return withOneExample(mapped(part, inPlace))
    if (!known.has(ref)) known.set(ref, inPlace(found(description, ref)))
    return known.get(ref)
  }
  const common = asRecord(inPlace(asRecord(description)['x-common-headers']))
  const operation = (given: unknown) => {
    const { responses, ...one } = asRecord(inPlace(given))
    const all = Object.entries(asRecord(responses)).flatMap(([status, response]) => {
      const { 'x-statuses': statuses } = asRecord(response)
      return isRecord(statuses) ? Object.entries(statuses) : [[status, response] as const]
    })
    // A status of its own precedes those of a range.
    const byStatus = Object.fromEntries(all.toReversed())
    return {
      ...one,
      responses: mapped(byStatus, (response) => withCommon(asRecord(response), common)),
    }
  }
  const paths = mapped(asRecord(asRecord(description)['paths']), (methods) =>
    mapped(asRecord(methods), operation),
  )
  return { ...description, paths }
}

/** The only example of a body, which may be a component, as `example`. */
function withOneExample({ examples, ...part }: Part): Part {
  const [first, ...others] = isRecord(examples) ? Object.values(examples) : []
  if (first === undefined || others.length > 0)
    return { ...part, ...(examples !== undefined && { examples }) }
  return { ...part, example: asRecord(first)['value'] }
}

/** Returns the `$ref` of a schema; empty when it has none. */
function refOf(schema: unknown): string {
  const { $ref } = asRecord(schema)
  return typeof $ref === 'string' ? $ref : ''
}

/** @throws Error for a reference to nothing */
function found(description: unknown, ref: string): unknown {
  const [, ...keys] = ref.split('/')
  const target = keys.reduce<unknown>((part, key) => asRecord(part)[key], description)
  if (target === undefined) throw new Error(`The description does not contain ${ref}`)
  return target
}

function withCommon({ 'x-common-headers': presence, ...response }: Part, common: Part): Part {
  if (presence === 'never') return response
  const optional = (header: unknown) => ({ ...asRecord(header), required: undefined })
  const headers = presence === 'sometimes' ? mapped(common, optional) : common
  return { ...response, headers: { ...headers, ...asRecord(response['headers']) } }
}

function mapped(part: Part, change: (value: unknown) => unknown): Part {
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, change(value)]))
}
