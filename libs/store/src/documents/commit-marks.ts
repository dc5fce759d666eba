import { randomBytes } from 'node:crypto'
import type { Meta } from '../objects/port.ts'

/**
 * Writers that are remembered. S3 allows 2 KB of metadata in all; a mark has at most 16 characters
 * for decades of commits, and its separator.
 */
const REMEMBERED_WRITERS = 100

/** Names of one writer's commits, `<writer>.<number>`, never used twice. */
export function createMarks(): { next: () => string } {
  const writer = randomBytes(6).toString('base64url')
  let number = 0
  return { next: () => `${writer}.${(number++).toString(36)}` }
}

/**
 * The last commit of each writer, the newest at the end. A writer has one commit at a time under
 * way, so however often others write, its mark tells whether that one was stored.
 */
export function marksIn(meta: Meta | undefined): string[] {
  return meta?.['commits']?.split(' ') ?? []
}

/** Metadata of a version that holds one more commit. */
export function withMark(meta: Meta | undefined, mark: string): Meta {
  const others = marksIn(meta).filter((other) => writerOf(other) !== writerOf(mark))
  return { commits: [...others, mark].slice(-REMEMBERED_WRITERS).join(' ') }
}

function writerOf(mark: string): string {
  return mark.slice(0, mark.indexOf('.'))
}
