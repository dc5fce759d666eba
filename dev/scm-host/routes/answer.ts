import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'

/** Sends one page of a list by `page` and `per_page`, with a `Link` header to the next page. */
export function answerPage<T>(
  req: Request,
  res: Response,
  items: readonly T[],
  defaultSize: number,
  wrap: (page: readonly T[]) => unknown = (page) => page,
): void {
  const page = Math.max(1, Number(req.query['page'] ?? 1))
  const size = Math.min(100, Math.max(1, Number(req.query['per_page'] ?? defaultSize)))
  if (page * size < items.length) {
    const next = new URL(`${originOf(req)}${req.originalUrl}`)
    next.searchParams.set('page', String(page + 1))
    res.set('link', `<${next.href}>; rel="next"`)
  }
  sendConditional(req, res, wrap(items.slice((page - 1) * size, page * size)))
}

/** Sends a body with an entity tag, or 304 to a request with the same tag. */
export function sendConditional(req: Request, res: Response, body: unknown): void {
  const text = JSON.stringify(body)
  const tag = `W/"${createHash('sha1').update(text).digest('hex')}"`
  res.set('etag', tag)
  if (req.headers['if-none-match'] === tag) res.status(304).end()
  else res.type('json').send(text)
}

export function reject(res: Response, status: number, message: string): void {
  res.status(status).json({ message })
}

export function originOf(req: Request): string {
  return `http://${req.headers.host}`
}
