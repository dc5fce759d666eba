import { buffer } from 'node:stream/consumers'
import type { RequestHandler } from 'express'

/** Request headers that the gateway needs; the rest is between browser and local host. */
const PASSED = ['content-type', 'cookie', 'origin', 'sec-fetch-site', 'if-none-match']
const RETURNED = ['content-type', 'location', 'etag', 'age', 'warning', 'retry-after']

/**
 * Passes requests of the sample client on to the gateway, as the development server of a web client
 * does: for the browser, page and interface are one origin.
 */
export function forwardTo(gatewayUrl: string): RequestHandler {
  return async (req, res) => {
    const headers = new Headers()
    for (const name of PASSED) {
      const value = req.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    try {
      const answer = await fetch(`${gatewayUrl}${req.originalUrl}`, {
        method: req.method,
        headers,
        redirect: 'manual',
        ...(req.method === 'POST' && { body: new Uint8Array(await buffer(req)) }),
      })
      res.status(answer.status)
      for (const name of RETURNED) {
        const value = answer.headers.get(name)
        if (value !== null) res.set(name, value)
      }
      for (const cookie of answer.headers.getSetCookie()) res.append('set-cookie', cookie)
      res.send(Buffer.from(await answer.arrayBuffer()))
    } catch {
      res.status(502).json({ error: `No gateway at ${gatewayUrl}` })
    }
  }
}
