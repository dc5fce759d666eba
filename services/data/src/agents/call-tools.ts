import { DomainError } from '@landscape/contracts/errors/domain-error'
import { validated } from '@landscape/contracts/errors/validated'
import { isRecord } from '@landscape/contracts/json'
import { pathSegment, urlWith } from '@landscape/contracts/url-with'
import { asReply } from '@landscape/http/responses/reply'
import type { Call, Route } from '@landscape/http/route/route'
import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { cut } from './advise.ts'
import { fitted } from './fit.ts'
import { toolsOver, type Tool } from './tools.ts'

/** The caller of a tool, with the permissions of the caller of its route. */
type Caller = Pick<
  Call<'optional', never, never, never>,
  'identity' | 'requestId' | 'address' | 'queued'
>

interface Result {
  [member: string]: unknown
  content: { type: 'text'; text: string }[]
  isError?: true
}

/** Errors that a caller can correct. */
const EXPLAINED: ReadonlySet<string> = new Set(['invalid-input', 'not-found'])
/** Maximum length of an error (characters). */
const MAX_ERROR = 1_000
const MAX_PATH = 100
/** Maximum length of a link (characters). */
const MAX_LINK = 2_000
const NO_LINK = 'No link can contain these arguments: call again with fewer.'

/**
 * The tools as clients list them, and the function that calls one. A fault of the caller is a result; any other
 * error is thrown.
 *
 * @param publicUrl address of the links; paths when absent
 */
export function createTools(routes: readonly Route[], publicUrl: string | undefined) {
  const tools = toolsOver(routes)
  // A prepared body is one object for as long as it is cached.
  const texts = new WeakMap<Buffer, string>()

  const read = async (tool: Tool, sent: unknown, caller: Caller): Promise<string> => {
    const given = withoutUnused(tool, sent)
    const { name: slug, ...query } = validated(tool.input, given)
    const call = { ...caller, params: { slug }, query, headers: {} }
    const { body, headers } = asReply(await tool.route.handle(call as never))
    const age = headers['age']
    const known = age === undefined ? texts.get(body as Buffer) : undefined
    if (known !== undefined) return known
    const reply = JSON.parse(String(body)) as object
    const { name: _, ...parameters } = given as Record<string, unknown>
    const path = tool.route.path.replace(':slug', () => pathSegment(slug))
    const rest = linkTo(path, parameters, publicUrl)
    const text = fitted(age === undefined ? reply : { ...reply, staleSeconds: Number(age) }, rest)
    if (age === undefined) texts.set(body as Buffer, text)
    return text
  }

  const call = async (name: string, given: unknown, caller: Caller): Promise<Result> => {
    try {
      const tool = tools.get(name)
      if (!tool) throw unknownTool([...tools.keys()])
      return { content: [{ type: 'text', text: await read(tool, given ?? {}, caller) }] }
    } catch (error) {
      if (!(error instanceof DomainError) || !EXPLAINED.has(error.code)) throw error
      const faults = error.faults.map(
        ({ path, detail }) => `${cut(path.join('.'), MAX_PATH)} ${detail}`,
      )
      // The message repeats the first fault.
      const text = cut(faults.join('; ') || error.message, MAX_ERROR)
      return { content: [{ type: 'text', text }], isError: true }
    }
  }
  return { listed: [...tools.values()].map(listedAs), call }
}

/**
 * The arguments that are given: several agents send null or an empty string for each optional argument that they
 * do not use.
 */
function withoutUnused({ input }: Tool, given: unknown): unknown {
  if (!isRecord(given)) return given
  const shape = new Map<string, z.ZodType>(Object.entries(input.shape))
  const isUnused = ([name, value]: [string, unknown]) =>
    (value === null || value === '') && shape.get(name)?.safeParse(undefined).success === true
  return Object.fromEntries(Object.entries(given).filter((one) => !isUnused(one)))
}

/** The link to a complete reply. A comma within a name would separate two names in it. */
function linkTo(path: string, parameters: Record<string, unknown>, publicUrl: string | undefined) {
  const link = urlWith(path, parameters)
  const isExact = !Object.values(parameters).some(
    (value) => Array.isArray(value) && value.some((one) => String(one).includes(',')),
  )
  if (!isExact || link.length > MAX_LINK) return NO_LINK
  return publicUrl === undefined ? link : new URL(link, publicUrl).href
}

function unknownTool(known: readonly string[]): DomainError {
  return new DomainError('not-found', `Unknown tool. Tools are ${known.join(', ')}`)
}

function listedAs({ name, description, input }: Tool): ListedTool {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override: simplify,
  })
  const inputSchema = schema as ListedTool['inputSchema']
  return { name, description, inputSchema, annotations: { readOnlyHint: true } }
}

/** Removes members of a schema that agents do not need. */
function simplify({ jsonSchema }: { jsonSchema: object }): void {
  for (const name of ['examples', 'param', 'pattern']) Reflect.deleteProperty(jsonSchema, name)
}
