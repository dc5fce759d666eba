import { isDeepStrictEqual } from 'node:util'
import { asRecord, isRecord, recordsOf } from '@landscape/contracts'
import { createSchemaComparison, type FindWider } from './wider-schema.ts'

/** Something that a program which knows the description before would stumble over. */
export interface BreakingChange {
  /** What the changelog has to name: an operation, or what stands beside the operations. */
  operationId: string
  /** Where, and what it was: `POST /user/api/logout requires the parameter x`. */
  what: string
}

type Part = Readonly<Record<string, unknown>>
const METHODS = ['get', 'post', 'put', 'delete']

/**
 * What was described before and is not there any more, or is narrower in what it takes, or wider in what it
 * answers. What was added for those who ask for it breaks nobody. Of the comparers that others keep,
 * oasdiff is a program in Go, which `npm test` must not need, and openapi-diff knows no OpenAPI 3.1.
 */
export function findBreakingChanges(before: unknown, after: unknown): BreakingChange[] {
  const wider = createSchemaComparison(before, after)
  const pathsAfter = asRecord(asRecord(after)['paths'])
  const ofOperations = Object.entries(asRecord(asRecord(before)['paths'])).flatMap(
    ([path, methods]) =>
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
  return [...serversOf(before, after), ...schemesOf(before, after), ...ofOperations]
}

/** Programs ask where the description said, and say who they are as it said. */
function serversOf(before: unknown, after: unknown): BreakingChange[] {
  const addresses = (root: unknown) =>
    recordsOf(asRecord(root)['servers']).map(({ url }) => String(url))
  const present = new Set(addresses(after))
  const gone = addresses(before).filter((url) => !present.has(url))
  return gone.map((url) => ({ operationId: 'servers', what: `is not at ${url}` }))
}

function schemesOf(before: unknown, after: unknown): BreakingChange[] {
  const schemes = (root: unknown) => asRecord(componentsOf(root)['securitySchemes'])
  const saidBy = (scheme: unknown) => ({ ...asRecord(scheme), description: undefined })
  return Object.entries(schemes(before))
    .filter(([name, scheme]) => !isDeepStrictEqual(saidBy(scheme), saidBy(schemes(after)[name])))
    .map(([name]) => ({ operationId: name, what: `says who calls otherwise as ${name}` }))
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
  const [before, after] = [recordsOf(old['security']), recordsOf(next['security'])]
  // No way in is named where everybody may come in.
  const waysBefore = before.length > 0 ? before : [{}]
  const isOpen = (way: Part) => after.length === 0 || after.some((other) => asksNoMore(other, way))
  return waysBefore.every(isOpen) ? [] : ['is not open to all to whom it was']
}

/** Whether a way in asks for nothing beyond what another does: schemes, and scopes of each. */
function asksNoMore(way: Part, than: Part): boolean {
  return Object.entries(way).every(([scheme, scopes]) => {
    const known = than[scheme]
    if (!Array.isArray(known) || !Array.isArray(scopes)) return false
    return scopes.every((scope) => known.includes(scope))
  })
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
  return new Map(
    recordsOf(parameters).map((one) => [`${String(one['in'])} ${String(one['name'])}`, one]),
  )
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
  const [responses, answers] = [asRecord(old['responses']), asRecord(next['responses'])]
  const news = Object.keys(answers).filter((status) => isError(status) && !responses[status])
  return Object.entries(responses).flatMap(([status, referring]) => {
    const response = dereferenced(before, 'responses', referring)
    if (answers[status] === undefined) {
      // That something is refused no more breaks nobody; that it is refused otherwise does.
      if (!isError(status)) return [`does not answer ${status}`]
      return news.length > 0 ? [`does not answer ${status}, but ${news.join(' or ')}`] : []
    }
    const other = dereferenced(after, 'responses', answers[status])
    return [
      ...headersOf(response, other, wider, [before, after]).map((fault) => `${fault} ${status}`),
      ...mediaTypes(response).flatMap(([type, { schema }]) => {
        const present = mediaType(other, type)
        if (!present) return [`does not answer ${status} as ${type}`]
        const fault = wider('answered', schema, present['schema'])
        return fault === undefined ? [] : [`answers ${status} otherwise: ${fault}`]
      }),
    ]
  })
}

function isError(status: string): boolean {
  return status >= '400'
}

function headersOf(old: Part, next: Part, wider: FindWider, [before, after]: Pair): string[] {
  const present = asRecord(next['headers'])
  return Object.entries(asRecord(old['headers'])).flatMap(([name, referring]) => {
    if (present[name] === undefined) return [`does not say ${name} when it answers`]
    const header = dereferenced(before, 'headers', referring)
    const other = dereferenced(after, 'headers', present[name])
    if (header['required'] === true && other['required'] !== true) {
      return [`does not always say ${name} when it answers`]
    }
    const fault = wider('answered', header['schema'], other['schema'])
    return fault === undefined ? [] : [`says ${name} otherwise (${fault}) when it answers`]
  })
}

/** A part stands where it is, or among the components. */
function dereferenced(root: unknown, kind: 'responses' | 'headers', part: unknown): Part {
  const { $ref } = asRecord(part)
  if (typeof $ref !== 'string') return asRecord(part)
  return asRecord(asRecord(componentsOf(root)[kind])[$ref.split('/').at(-1) ?? ''])
}

function componentsOf(root: unknown): Part {
  return asRecord(asRecord(root)['components'])
}

function mediaTypes(part: Part): [type: string, content: Part][] {
  return Object.entries(asRecord(part['content'])).map(([type, held]) => [type, asRecord(held)])
}

function mediaType(part: Part, type: string): Part | undefined {
  return mediaTypes(part).find(([other]) => other === type)?.[1]
}
