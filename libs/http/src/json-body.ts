import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { DomainError } from '@landscape/errors'
import express, { type RequestHandler } from 'express'

const MAX_DEPTH = 64
const MAX_VALUES = 250_000
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses a JSON body up to a limit; the parsed value is bounded by `assertBounded`. A body that is
 * too large is refused as soon as that is known: the parser alone would first wait for its end.
 */
export function jsonBody(limitBytes: number): RequestHandler {
  const parse = express.json({ limit: limitBytes, strict: false, type: isJson, verify: assertUtf8 })
  return (req, res, next) => {
    const tooLarge = () => next(new DomainError('payload-too-large', 'Payload too large'))
    if (Number(req.headers['content-length'] ?? 0) > limitBytes) {
      tooLarge()
      return
    }
    let seen = 0
    req.on('data', function count(chunk: Buffer) {
      seen += chunk.length
      if (seen <= limitBytes) return
      req.off('data', count)
      tooLarge()
    })
    parse(req, res, next)
  }
}

/** A decoder would put U+FFFD in place of what is not UTF-8, and that would be stored. */
function assertUtf8(_req: unknown, _res: unknown, body: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8(body)) {
    throw new DomainError('invalid-input', 'Body is not valid UTF-8')
  }
}

/** Whether the request carries bytes (RFC 9112 §6: a framing header says so). */
export function hasBody(req: IncomingMessage): boolean {
  const length = req.headers['content-length']
  return req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

export function isJson(req: IncomingMessage): boolean {
  const [type] = (req.headers['content-type'] ?? '').split(';', 1)
  return /^application\/(?:[\w.-]+\+)?json$/.test((type ?? '').trim().toLowerCase())
}

/**
 * Refuses values that would hurt whoever walks, stores or prints them: very deep or very many
 * values, keys that reach a prototype, texts that are not Unicode (an unpaired surrogate cannot
 * be written as UTF-8), numbers so large that they would be stored as null.
 *
 * @throws DomainError `invalid-input`
 */
export function assertBounded(root: unknown): void {
  let level: unknown[] = [root]
  let seen = 0
  for (let depth = 0; level.length > 0; depth++) {
    seen += level.length
    if (depth > MAX_DEPTH) throw new DomainError('invalid-input', 'JSON is nested too deeply')
    if (seen > MAX_VALUES) throw new DomainError('invalid-input', 'JSON has too many values')
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string') assertText(value)
      else if (typeof value === 'number') assertFinite(value)
      else if (Array.isArray(value)) for (const item of value) next.push(item)
      else if (typeof value === 'object' && value !== null) {
        for (const key of Object.keys(value)) {
          if (FORBIDDEN_KEYS.has(key)) throw new DomainError('invalid-input', 'Key not allowed')
          assertText(key)
          next.push((value as Record<string, unknown>)[key])
        }
      }
    }
    level = next
  }
}

function assertFinite(value: number): void {
  if (!Number.isFinite(value)) throw new DomainError('invalid-input', 'Number out of range')
}

function assertText(text: string): void {
  if (!text.isWellFormed()) throw new DomainError('invalid-input', 'Text is not valid Unicode')
}
