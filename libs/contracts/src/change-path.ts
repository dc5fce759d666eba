/** `~2` … `~9`, `~+10`, …: in an escaped name every tilde is followed by 0 or 1. */
const SUFFIX = /~([2-9]|\+\d+)$/

/** The suffix of a repeated name, from its number. */
export function suffixOf(count: number): string {
  return count < 10 ? `~${count}` : `~+${count}`
}

/** The number of a repeated name, from its segment; 1 for the first. */
export function repetitionOf(segment: string): number {
  return Number(SUFFIX.exec(segment)?.[1] ?? 1)
}

/** Escapes a name as a path segment (RFC 6901 §3). */
export function escaped(name: string): string {
  return name.includes('~') || name.includes('/')
    ? name.replaceAll('~', '~0').replaceAll('/', '~1')
    : name
}

/** The name of a segment, without its repetition number. */
export function unescaped(segment: string): string {
  if (!segment.includes('~')) return segment
  return segment.replace(SUFFIX, '').replaceAll('~1', '/').replaceAll('~0', '~')
}

/** A path of escaped segments (RFC 6901 §3). */
export function pointerOf(segments: readonly string[]): string {
  return segments.map((segment) => `/${segment}`).join('')
}

/** The escaped segments of a path. */
export function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.slice(1).split('/')
}
