import type { Accepted } from './accepted.ts'
import { findCalls } from './find-calls.ts'
import { findLookups } from './find-lookups.ts'
import { findPatterns } from './find-patterns.ts'
import type { Finding } from './finding.ts'
import { readProductionCode } from './production-code.ts'
import type { Proof } from './prove-linear.ts'

interface Report {
  /** Number of files that were read. */
  files: number
  /** Forbidden code that is not accepted. */
  findings: Finding[]
  /** Accepted code that does not exist. */
  stale: Accepted[]
}

/** Checks the production code below a folder against the four rules of foreign text. */
export function checkText(
  root: string,
  accepted: readonly Accepted[],
  proofOf: (pattern: RegExp) => Proof,
): Report {
  return readProductionCode(root, (files) => {
    const all = files.flatMap((file) => [
      ...findCalls(file),
      ...findPatterns(file, proofOf),
      ...findLookups(file),
    ])
    return {
      files: files.length,
      findings: all.filter((found) => !accepted.some((entry) => covers(entry, found))),
      stale: accepted.filter((entry) => !all.some((found) => covers(entry, found))),
    }
  })
}

function covers(entry: Accepted, { path, rule, code }: Finding): boolean {
  return entry.path === path && entry.rule === rule && (entry.code ?? code) === code
}
