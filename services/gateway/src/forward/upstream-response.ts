import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** The response of a service: its head, and its body as a stream. */
export type UpstreamResponse = Readable &
  Pick<IncomingMessage, 'headers' | 'statusCode'> & {
    /** Names and values alternate, as received. */
    readonly rawHeaders: readonly unknown[]
  }

/** Headers as undici parses them: repeated headers are arrays. */
type ParsedHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A response whose body undici delivers, no faster than it is read. */
export class UndiciResponse extends Readable {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly unknown[]
  readonly #controller: Dispatcher.DispatchController

  constructor(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: ParsedHeaders,
  ) {
    super()
    this.#controller = controller
    this.statusCode = statusCode
    this.headers = joined(headers)
    const { rawHeaders } = controller
    // An error of a response without a reader must not end the process.
    this.on('error', () => {})
    this.rawHeaders = Array.isArray(rawHeaders) ? rawHeaders : []
  }

  /** Adds a chunk of the body. */
  addChunk(chunk: Buffer): void {
    if (!this.push(chunk)) this.#controller.pause()
  }

  override _read(): void {
    this.#controller.resume()
  }

  /** Aborts the transfer of a body that is not read to its end. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.readableEnded) this.#controller.abort(error ?? new Error('Response discarded'))
    done(error)
  }
}

/** Joins repeated headers, except cookies (RFC 9110 §5.3). */
function joined(headers: ParsedHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) && name !== 'set-cookie' ? value.join(', ') : value,
    ]),
  )
}
