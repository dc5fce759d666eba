import { UsageError } from '../command-line/tool.ts'

interface Manifest {
  version?: string
  packages?: Record<string, Manifest>
}

/**
 * Sets the version in a package.json or a package-lock.json, there of the packages of this repository.
 *
 * @returns the text as npm writes it
 */
export function withVersion(json: string, version: string): string {
  const manifest = JSON.parse(json) as Manifest
  if (manifest.version !== undefined) manifest.version = version
  for (const [path, own] of Object.entries(manifest.packages ?? {})) {
    if (!path.includes('node_modules') && own.version !== undefined) own.version = version
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/** Replaces a version in a string, not a part of a longer number. */
export function replaceVersion(text: string, from: string, to: string): string {
  return text.replace(
    new RegExp(`(?<![\\d.])${from.replaceAll('.', '\\.')}(?![\\d.]*\\d)`, 'g'),
    to,
  )
}

/** @throws UsageError for breaking changes without a new major version; a first release may have them */
export function assertMajor(present: string, next: string, notes: string): void {
  const isMajor = present.split('.')[0] !== next.split('.')[0]
  if (present === next || isMajor || !/^### Breaking$/m.test(notes)) return
  throw new UsageError(
    `CHANGELOG.md has breaking changes: they need the version ${Number(present.split('.')[0]) + 1}.0.0`,
  )
}

/** @throws UsageError for a malformed version, or for one below the present version */
export function assertNext(present: string, next: string): void {
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(next)) {
    throw new UsageError(`"${next}" is not a version such as 1.2.0`)
  }
  const [before, after] = [present, next].map((version) => version.split('.').map(Number))
  const at = (before ?? []).findIndex((number, index) => number !== after?.[index])
  if (at >= 0 && Number(before?.[at]) > Number(after?.[at])) {
    throw new UsageError(`Version ${next} is below the present version ${present}`)
  }
}
