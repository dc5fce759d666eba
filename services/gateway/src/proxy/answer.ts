import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** What a service answers: its head, and its body while it comes. */
export type Answer = Readable &
  Pick<IncomingMessage, 'headers' | 'statusCode'> & {
    /** Names and values in turn, as they came. */
    readonly rawHeaders: readonly unknown[]
  }

/** Headers as undici parses them: a list of what is there more than once. */
type ParsedHeaders = Readonly<Record<string, string | string[] | undefined>>

/** An answer whose body comes from undici: it is asked for no more of it than is read. */
export class ComingAnswer extends Readable {
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
    // Like Node's own: it fails for whoever reads it, and what nobody reads must not end the process.
    this.on('error', () => {})
    this.rawHeaders = Array.isArray(rawHeaders) ? rawHeaders : []
  }

  /** One more piece of the body. */
  comes(piece: Buffer): void {
    if (!this.push(piece)) this.#controller.pause()
  }

  override _read(): void {
    this.#controller.resume()
  }

  /** What nobody reads to its end is not sent to its end; after its end this does nothing. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.readableEnded) this.#controller.abort(error ?? new Error('The answer was left'))
    done(error)
  }
}

/** With one value of each name, but for cookies (RFC 9110 §5.3). */
function joined(headers: ParsedHeaders): IncomingHttpHeaders {
  const whole: IncomingHttpHeaders = {}
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    whole[name] = Array.isArray(value) && name !== 'set-cookie' ? value.join(', ') : value
  }
  return whole
}
