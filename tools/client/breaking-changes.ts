import { isDeepStrictEqual } from 'node:util'
import { asRecord, isRecord, recordsOf } from '@landscape/contracts/json'
import { expanded } from './expanded.ts'
import { orOneValue, type Schema } from './types.ts'
import { createSchemaComparison, type FindWider } from './wider-schema.ts'

/** A change of the description that breaks existing clients. */
export interface BreakingChange {
  /** The name that the changelog must contain: an operation, `servers` or a security scheme. */
  operationId: string
  /** Operation and change: `POST /user/api/logout requires the parameter x`. */
  what: string
}

type Part = Readonly<Record<string, unknown>>
const METHODS = ['get', 'post', 'put', 'delete']

/**
 * Returns removed operations and responses, requests that accept less and responses that contain less
 * or other values. Optional additions are not breaking. oasdiff requires Go and openapi-diff lacks
 * OpenAPI 3.1.
 */
export function findBreakingChanges(released: unknown, present: unknown): BreakingChange[] {
  const [before, after] = [expanded(released), expanded(present)]
  const wider = createSchemaComparison(before, after)
  const pathsAfter = asRecord(asRecord(after)['paths'])
  const ofOperations = Object.entries(asRecord(asRecord(before)['paths'])).flatMap(
    ([path, methods]) =>
      METHODS.filter((method) => isRecord(asRecord(methods)[method])).flatMap((method) => {
        const old = asRecord(asRecord(methods)[method])
        const next = asRecord(pathsAfter[path])[method]
        const found = isRecord(next) ? changesOf(old, next, wider) : ['was removed']
        return found.map((what) => ({
          operationId: String(old['operationId']),
          what: `${method.toUpperCase()} ${path} ${what}`,
        }))
      }),
  )
  return [...serversOf(before, after), ...schemesOf(before, after), ...ofOperations]
}

/** Returns removed base addresses. */
function serversOf(before: unknown, after: unknown): BreakingChange[] {
  const addresses = (root: unknown) =>
    recordsOf(asRecord(root)['servers']).map(({ url }) => String(url))
  const present = new Set(addresses(after))
  const gone = addresses(before).filter((url) => !present.has(url))
  return gone.map((url) => ({ operationId: 'servers', what: `is not served at ${url}` }))
}

function schemesOf(before: unknown, after: unknown): BreakingChange[] {
  const schemes = (root: unknown) => asRecord(componentsOf(root)['securitySchemes'])
  const withoutDescription = (scheme: unknown) => ({ ...asRecord(scheme), description: undefined })
  return Object.entries(schemes(before))
    .filter(
      ([name, scheme]) =>
        !isDeepStrictEqual(withoutDescription(scheme), withoutDescription(schemes(after)[name])),
    )
    .map(([name]) => ({ operationId: name, what: `changes the security scheme ${name}` }))
}

function changesOf(old: Part, next: Part, wider: FindWider): string[] {
  return [
    ...(old['operationId'] === next['operationId'] ? [] : ['has a different operationId']),
    ...accessOf(old, next),
    ...parametersOf(old, next, wider),
    ...bodyOf(old, next, wider),
    ...responsesOf(old, next, wider),
  ]
}

function accessOf(old: Part, next: Part): string[] {
  const [before, after] = [recordsOf(old['security']), recordsOf(next['security'])]
  // A public operation has an empty `security`.
  const alternatives = before.length > 0 ? before : [{}]
  const isOpen = (way: Part) =>
    after.length === 0 || after.some((other) => isNoStricter(other, way))
  return alternatives.every(isOpen) ? [] : ['requires additional credentials']
}

/** Returns whether an alternative requires no schemes and scopes beyond those of another. */
function isNoStricter(way: Part, than: Part): boolean {
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
    ...gone.map((name) => `does not accept the parameter ${name}`),
    ...[...after].flatMap(([name, parameter]) => {
      const known = before.get(name)
      if (parameter['required'] === true && known?.['required'] !== true) {
        return [`requires the parameter ${name}`]
      }
      const [schema, other] = [known?.['schema'], parameter['schema']].map((one) =>
        name.startsWith('query ') ? orOneValue(asRecord(one) as Schema) : one,
      )
      const fault = known && wider('request', schema, other)
      return fault === undefined ? [] : [`restricts the parameter ${name}: ${fault}`]
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
      if (!other) return [`does not accept a body of ${type}`]
      const fault = wider('request', schema, other['schema'])
      return fault === undefined ? [] : [`restricts its body: ${fault}`]
    }),
  ]
}

function responsesOf(old: Part, next: Part, wider: FindWider): string[] {
  const [responses, answers] = [asRecord(old['responses']), asRecord(next['responses'])]
  const added = Object.keys(answers).filter((status) => isError(status) && !responses[status])
  return Object.entries(responses).flatMap(([status, described]) => {
    const response = asRecord(described)
    if (answers[status] === undefined) {
      // Removing an error breaks nobody; replacing it by another does.
      if (!isError(status)) return [`does not return ${status}`]
      return added.length > 0 ? [`returns ${added.join(' or ')} instead of ${status}`] : []
    }
    const other = asRecord(answers[status])
    return [
      ...headersOf(response, other, wider).map((fault) => `${fault} in ${status}`),
      ...mediaTypes(response).flatMap(([type, { schema }]) => {
        const present = mediaType(other, type)
        if (!present) return [`does not return ${status} as ${type}`]
        const fault = wider('response', schema, present['schema'])
        return fault === undefined ? [] : [`changes the body of ${status}: ${fault}`]
      }),
    ]
  })
}

function isError(status: string): boolean {
  return status >= '400'
}

function headersOf(old: Part, next: Part, wider: FindWider): string[] {
  const present = asRecord(next['headers'])
  return Object.entries(asRecord(old['headers'])).flatMap(([name, described]) => {
    if (present[name] === undefined) return [`omits the header ${name}`]
    const [header, other] = [asRecord(described), asRecord(present[name])]
    if (header['required'] === true && other['required'] !== true) {
      return [`makes the header ${name} optional`]
    }
    const fault = wider('response', header['schema'], other['schema'])
    return fault === undefined ? [] : [`changes the header ${name} (${fault})`]
  })
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
