/** Writes one line: fields with a message, or a message alone. */
interface WriteLine {
  (fields: object, message?: string): void
  (message: string): void
}

/** The logger that libraries accept; `createLogger` of `libs/runtime` makes one. */
export interface Logger {
  trace: WriteLine
  debug: WriteLine
  info: WriteLine
  warn: WriteLine
  error: WriteLine
  fatal: WriteLine
  isLevelEnabled(level: string): boolean
  flush(done?: (error?: Error) => void): void
  /** Logs a finished request without redaction: no member may hold a value that a client chose freely. */
  request(level: 'debug' | 'info', line: RequestLine): void
}

/** The log record of a request whose response has ended. */
export interface RequestLine {
  /** Well-formed and not a secret, as are `traceId` and `sharedRequestId`. */
  requestId: string
  traceId: string
  /** The id that the service received, when it differs. */
  sharedRequestId?: string | undefined
  method: string
  /** Template of the path. */
  route?: string | undefined
  status: number
  /** Label of metrics for an error, such as `unverified e-mail`. */
  reason?: string | undefined
  /** Duration in milliseconds. */
  ms: number
  /** Whether the response was the last good copy. */
  stale?: true | undefined
  /** Whether the client did not receive the complete response. */
  aborted?: true | undefined
}
