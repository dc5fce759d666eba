import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type * as Recheck from 'recheck'
import { z } from 'zod'

/** `linear`, or what the checker found. */
export type Proof = string

const require = createRequire(import.meta.url)
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(require.resolve('recheck/package.json'), 'utf8')))

/** The same result on a slow machine: only the number of steps is limited. */
const PARAMETERS = { timeout: 60_000, attackTimeout: null, incubationTimeout: null }

/** Creates a function that proves patterns and keeps the proofs of earlier runs in a file. */
export function createProofs(cache: string) {
  const known = new Map<string, Proof>(read(cache))
  const used = new Map<string, Proof>()
  return {
    proofOf: (pattern: RegExp): Proof => {
      const key = `${version} ${String(pattern)}`
      const proof = known.get(key) ?? prove(pattern)
      used.set(key, proof)
      return proof
    },
    save: (): void => {
      mkdirSync(dirname(cache), { recursive: true })
      const written = `${cache}.${process.pid}`
      writeFileSync(written, JSON.stringify([...used]))
      renameSync(written, cache)
    },
  }
}

/** Proves one pattern with the checker in JavaScript, which is the same on each platform. */
export function prove({ source, flags }: RegExp): Proof {
  process.env['RECHECK_SYNC_BACKEND'] = 'pure'
  const { checkSync } = require('recheck') as typeof Recheck
  const result = checkSync(source, flags, PARAMETERS)
  if (result.status === 'safe') return 'linear'
  return result.status === 'unknown' ? `unproved (${result.error.kind})` : result.complexity.summary
}

function read(cache: string): [string, Proof][] {
  if (!existsSync(cache)) return []
  return z.array(z.tuple([z.string(), z.string()])).parse(JSON.parse(readFileSync(cache, 'utf8')))
}
