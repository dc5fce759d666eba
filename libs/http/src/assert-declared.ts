import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Reply } from './reply.ts'
import type { Route } from './route.ts'

/**
 * Holds an answer against what its route declares: the status, the body, and no member beyond those
 * that are described. For tests; it parses and decompresses every answer.
 *
 * @throws Error naming the route and the first place that differs
 */
export function assertDeclared(route: Route, answer: Reply): void {
  const name = `${route.method.toUpperCase()} ${route.path}`
  if (answer.status === 304) {
    if (answer.body !== undefined) throw new Error(`${name} answers 304 with a body`)
    return
  }
  const isSuccess = answer.status === (route.status ?? 200)
  const schema = isSuccess ? route.reply : route.others?.[answer.status]
  if (!schema) throw new Error(`${name} answers ${answer.status}, which it does not declare`)
  const value = valueOf(answer)
  const checked = schema.safeParse(value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const place = issue?.path.join('.') || 'its root'
    throw new Error(`${name} answers what it does not describe at ${place}: ${issue?.message}`)
  }
  if (!isDeepStrictEqual(checked.data, value)) {
    throw new Error(`${name} answers members that it does not describe`)
  }
}

function valueOf({ body, headers }: Reply): unknown {
  if (body === undefined) return undefined
  if (!Buffer.isBuffer(body)) return parsed(JSON.stringify(body))
  const encoding = headers['content-encoding']
  const bytes =
    encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  return parsed(bytes.toString())
}

/** A schema of a record cannot speak of `__proto__`, which is a key like any other in JSON. */
function parsed(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
}
