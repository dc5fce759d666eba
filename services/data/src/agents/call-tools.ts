import { overrideDescribed } from '@landscape/contracts/described-as'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { validated } from '@landscape/contracts/errors/validated'
import { isRecord } from '@landscape/contracts/json'
import { pathSegment, urlWith } from '@landscape/contracts/url-with'
import { authorise } from '@landscape/http/route/access'
import type { Call } from '@landscape/http/route/route'
import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { cut } from './advise.ts'
import type { Tool } from './tools.ts'

/** The caller of a tool. */
type Caller = Pick<Call<'optional', never, never, never>, 'identity' | 'queued'>

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
/** Results that are kept; each has at most 7,500 bytes. */
const KEPT_TEXTS = 500
/** Maximum length of a link (characters). */
const MAX_LINK = 2_000
const NO_LINK = 'No link can contain these arguments: call again with fewer.'

/**
 * The tools as clients list them, and the function that calls one. A fault of the caller is a result; any other
 * error is thrown.
 *
 * @param publicUrl address of the links; paths when absent
 */
export function createTools(list: readonly Tool[], publicUrl: string | undefined) {
  const tools = new Map(list.map((tool) => [tool.name, tool]))
  const texts = new LRUCache<string, string>({ max: KEPT_TEXTS })

  const read = async (tool: Tool, sent: unknown, caller: Caller): Promise<string> => {
    authorise(tool.access, caller.identity)
    const given = withoutUnused(tool, sent) as Record<string, unknown>
    const { version, build } = await tool.read(validated(tool.input, given) as never)
    const { etag, staleSeconds } = version
    const isSignedIn = caller.identity !== undefined
    const key = JSON.stringify([tool.name, given, isSignedIn, etag])
    const known = staleSeconds === undefined ? texts.get(key) : undefined
    if (known !== undefined) return known
    const { name = '', ...parameters } = given
    const path = tool.path.replace(':slug', () => pathSegment(String(name)))
    const rest = linkToCompleteReply(path, parameters, publicUrl)
    const text = await caller.queued(async () => {
      const reply = await build(isSignedIn)
      return fitted(staleSeconds === undefined ? reply : { ...reply, staleSeconds }, rest)
    })
    if (staleSeconds === undefined) texts.set(key, text)
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
  return Object.fromEntries(Object.entries(given).filter((member) => !isUnused(member)))
}

/** The link to a complete reply. A comma within a name would separate two names in it. */
function linkToCompleteReply(
  path: string,
  parameters: Record<string, unknown>,
  publicUrl: string | undefined,
) {
  const link = urlWith(path, parameters)
  const isExact = !Object.values(parameters).some(
    (value) => Array.isArray(value) && value.some((name) => String(name).includes(',')),
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

/** Describes a schema without the members that agents do not need. */
function simplify(part: { zodSchema: z.core.$ZodType; jsonSchema: object }): void {
  overrideDescribed(part)
  const { jsonSchema } = part
  for (const name of ['examples', 'param', 'pattern']) Reflect.deleteProperty(jsonSchema, name)
}

/** Maximum size of a tool result in JSON (bytes): 2,000 tokens of four bytes, with room for its message. */
const MAX_BYTES = 7_500
/** Maximum numbers of elements of a list: the first that fits applies. */
const SIZES = [100, 70, 50, 35, 25, 18, 12, 8, 5, 3, 2, 1, 0]
const MAX_TEXT = 300
const MIN_TEXT = 40

/**
 * A reply as JSON. When it is too large for a result, its lists end with the number of the elements that are
 * left out, long strings end with `…`, and `rest` is the link to the complete reply.
 */
export function fitted(reply: object, rest: string): string {
  const complete = JSON.stringify(reply)
  if (fits(complete)) return complete
  for (const size of SIZES) {
    const text = JSON.stringify({ ...(shortened(reply, size) as object), rest })
    if (fits(text)) return text
  }
  return JSON.stringify({ rest })
}

function fits(text: string): boolean {
  // The result contains the text as a JSON string.
  return text.length <= MAX_BYTES && Buffer.byteLength(JSON.stringify(text)) <= MAX_BYTES
}

function shortened(value: unknown, size: number): unknown {
  if (typeof value === 'string') return cut(value, size > 1 ? MAX_TEXT : MIN_TEXT)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const shown = value.slice(0, size).map((one) => shortened(one, Math.ceil(size / 4)))
    return shown.length === value.length
      ? shown
      : [...shown, `${value.length - shown.length} more: see rest`]
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, shortened(one, size)]),
  )
}
