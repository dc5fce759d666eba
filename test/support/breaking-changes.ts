import { isDeepStrictEqual } from 'node:util'
import { asRecord, isRecord } from '@landscape/contracts'
import { createSchemaComparison, type FindWider } from './wider-schema.ts'

/** Something that a program which knows the description before would stumble over. */
export interface BreakingChange {
  operationId: string
  /** Where, and what it was: `POST /user/api/logout requires the parameter x`. */
  what: string
}

type Part = Readonly<Record<string, unknown>>
const METHODS = ['get', 'post', 'put', 'delete']

/**
 * What was described before and is not there any more, or is narrower in what it takes, or wider in what it
 * answers. What was added for those who ask for it breaks nobody.
 */
export function findBreakingChanges(before: unknown, after: unknown): BreakingChange[] {
  const wider = createSchemaComparison(before, after)
  const pathsAfter = asRecord(asRecord(after)['paths'])
  return Object.entries(asRecord(asRecord(before)['paths'])).flatMap(([path, methods]) =>
    METHODS.filter((method) => isRecord(asRecord(methods)[method])).flatMap((method) => {
      const old = asRecord(asRecord(methods)[method])
      const next = asRecord(pathsAfter[path])[method]
      const found = isRecord(next) ? changesOf(old, next, wider, [before, after]) : ['is gone']
      return found.map((what) => ({
        operationId: String(old['operationId']),
        what: `${method.toUpperCase()} ${path} ${what}`,
      }))
    }),
  )
}

type Pair = readonly [before: unknown, after: unknown]

function changesOf(old: Part, next: Part, wider: FindWider, roots: Pair): string[] {
  return [
    ...(old['operationId'] === next['operationId'] ? [] : ['has another operationId']),
    ...accessOf(old, next),
    ...parametersOf(old, next, wider),
    ...bodyOf(old, next, wider),
    ...responsesOf(old, next, wider, roots),
  ]
}

function accessOf(old: Part, next: Part): string[] {
  const waysIn = ({ security }: Part) => (Array.isArray(security) ? (security as unknown[]) : [])
  const [before, after] = [waysIn(old), waysIn(next)]
  if (after.length === 0 || after.some((way) => isDeepStrictEqual(way, {}))) return []
  const kept = before.every((way) => after.some((other) => isDeepStrictEqual(way, other)))
  return before.length > 0 && kept ? [] : ['is not open to all to whom it was']
}

function parametersOf(old: Part, next: Part, wider: FindWider): string[] {
  const [before, after] = [byName(old), byName(next)]
  const gone = [...before.keys()].filter((name) => !after.has(name))
  return [
    ...gone.map((name) => `does not take the parameter ${name}`),
    ...[...after].flatMap(([name, parameter]) => {
      const known = before.get(name)
      if (parameter['required'] === true && known?.['required'] !== true) {
        return [`requires the parameter ${name}`]
      }
      const fault = known && wider('sent', known['schema'], parameter['schema'])
      return fault === undefined ? [] : [`takes less as the parameter ${name}: ${fault}`]
    }),
  ]
}

function byName({ parameters }: Part): Map<string, Part> {
  const list = Array.isArray(parameters) ? (parameters as unknown[]).filter(isRecord) : []
  return new Map(list.map((one) => [`${String(one['in'])} ${String(one['name'])}`, one]))
}

function bodyOf(old: Part, next: Part, wider: FindWider): string[] {
  const [before, after] = [asRecord(old['requestBody']), asRecord(next['requestBody'])]
  const newlyRequired = after['required'] === true && before['required'] !== true
  return [
    ...(newlyRequired ? ['requires a body'] : []),
    ...mediaTypes(before).flatMap(([type, { schema }]) => {
      const other = mediaType(after, type)
      if (!other) return [`takes no body of ${type}`]
      const fault = wider('sent', schema, other['schema'])
      return fault === undefined ? [] : [`takes less in its body: ${fault}`]
    }),
  ]
}

function responsesOf(old: Part, next: Part, wider: FindWider, [before, after]: Pair): string[] {
  const answers = asRecord(next['responses'])
  return Object.entries(asRecord(old['responses'])).flatMap(([status, referring]) => {
    const response = dereferenced(before, referring)
    const other = answers[status] === undefined ? undefined : dereferenced(after, answers[status])
    // That something is refused no more breaks nobody.
    if (!other) return status < '400' ? [`does not answer ${status}`] : []
    const headers = asRecord(other['headers'])
    const unsaid = Object.keys(asRecord(response['headers'])).filter((name) => !headers[name])
    return [
      ...unsaid.map((name) => `does not say ${name} when it answers ${status}`),
      ...mediaTypes(response).flatMap(([type, { schema }]) => {
        const present = mediaType(other, type)
        if (!present) return [`does not answer ${status} as ${type}`]
        const fault = wider('answered', schema, present['schema'])
        return fault === undefined ? [] : [`answers ${status} otherwise: ${fault}`]
      }),
    ]
  })
}

/** A response stands where it is, or among the components. */
function dereferenced(root: unknown, part: unknown): Part {
  const { $ref } = asRecord(part)
  if (typeof $ref !== 'string') return asRecord(part)
  const name = $ref.split('/').at(-1) ?? ''
  return asRecord(asRecord(asRecord(asRecord(root)['components'])['responses'])[name])
}

function mediaTypes(part: Part): [type: string, content: Part][] {
  return Object.entries(asRecord(part['content'])).map(([type, held]) => [type, asRecord(held)])
}

function mediaType(part: Part, type: string): Part | undefined {
  return mediaTypes(part).find(([other]) => other === type)?.[1]
}
