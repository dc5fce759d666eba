import { isDeepStrictEqual } from 'node:util'
import { asRecord, isRecord, recordsOf } from '@landscape/contracts/json'

/** The components of a description, by kind and name. */
export type Components = Record<string, Record<string, unknown>>

type Part = Readonly<Record<string, unknown>>

/** Minimum length of an example that is shared: the reference to a shorter one saves nothing (characters of JSON). */
const MIN_SHARED_EXAMPLE = 200

/** Adds a part to the components once; returns a reference. A different part of that name gets a number. */
export function refer(components: Components, kind: string, name: string, part: unknown) {
  const parts = (components[kind] ??= {})
  for (let number = 1; ; number++) {
    const key = number === 1 ? name : `${name}.${number}`
    const existing = (parts[key] ??= part)
    if (isDeepStrictEqual(existing, part)) return { $ref: `#/components/${kind}/${key}` }
  }
}

/** Moves parameters, and long examples of bodies, that occur more than once to the components. */
export function shareRepeated<P extends object>(paths: P, components: Components): P {
  const operations = Object.values(paths).flatMap((methods) => recordsOf(Object.values(methods)))
  const isParameterRepeated = repeatedAmong(operations.flatMap(parametersOf))
  const isExampleRepeated = repeatedAmong(
    operations.flatMap((one) => contentsOf(one).map(({ example }) => example)),
  )

  /** The operation that has an example first gives it its name. */
  const firstUsers = new Map<string, string>()
  const shareContent = (id: string) => (_type: string, media: unknown) => {
    const { example, ...others } = asRecord(media)
    const json = JSON.stringify(example ?? '')
    if (json.length < MIN_SHARED_EXAMPLE || !isExampleRepeated(example)) return media
    const name = firstUsers.get(json) ?? id
    firstUsers.set(json, name)
    return {
      ...others,
      examples: { [name]: refer(components, 'examples', name, { value: example }) },
    }
  }
  const shareBody = (id: string) => (_key: string, body: unknown) =>
    isRecord(body) && isRecord(body['content'])
      ? { ...body, content: mapped(body['content'], shareContent(id)) }
      : body
  const shareOperation = (_method: string, operation: unknown) => {
    if (!isRecord(operation)) return operation
    const id = String(operation['operationId'])
    const { parameters, requestBody, responses } = operation
    return {
      ...operation,
      ...(parameters !== undefined && {
        parameters: parametersOf(operation).map((one) =>
          isParameterRepeated(one)
            ? refer(components, 'parameters', String(one['name']), one)
            : one,
        ),
      }),
      ...(requestBody !== undefined && { requestBody: shareBody(id)('', requestBody) }),
      responses: mapped(asRecord(responses), shareBody(id)),
    }
  }
  return mapped(paths as Part, (_path, methods) => mapped(asRecord(methods), shareOperation)) as P
}

/** Returns whether an element occurs more than once. */
function repeatedAmong(parts: readonly unknown[]): (part: unknown) => boolean {
  const byJson = Map.groupBy(parts, (part) => JSON.stringify(part))
  return (part) => (byJson.get(JSON.stringify(part)) ?? []).length > 1
}

function parametersOf({ parameters }: Part): Part[] {
  return recordsOf(parameters)
}

function contentsOf({ requestBody, responses }: Part): Part[] {
  const bodies = [requestBody, ...Object.values(asRecord(responses))]
  return bodies.flatMap((body) => recordsOf(Object.values(asRecord(asRecord(body)['content']))))
}

function mapped(part: Part, change: (name: string, value: unknown) => unknown): Part {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, change(name, value)]),
  )
}
