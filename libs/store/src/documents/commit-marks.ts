import { randomBytes } from 'node:crypto'
import type { Meta } from '../objects/port.ts'

/**
 * Maximum number of writers whose mark is stored. A mark has at most 16 characters and a separator; S3
 * allows 2 KB of metadata in all.
 */
const MAX_WRITERS = 100

/** Generates unique marks of one writer's commits: `<writer>.<number>`. */
export function createMarks(): { next: () => string } {
  const writer = randomBytes(6).toString('base64url')
  let number = 0
  return { next: () => `${writer}.${(number++).toString(36)}` }
}

/**
 * The mark of the last commit of each writer, newest last. A writer has one commit in flight, so its mark
 * shows whether that commit was stored, however often others write.
 */
export function marksIn(meta: Meta | undefined): string[] {
  return meta?.['commits']?.split(' ') ?? []
}

/** Metadata of a version with one more commit. */
export function withMark(meta: Meta | undefined, mark: string): Meta {
  const others = marksIn(meta).filter((other) => writerOf(other) !== writerOf(mark))
  return { commits: [...others, mark].slice(-MAX_WRITERS).join(' ') }
}

function writerOf(mark: string): string {
  return mark.slice(0, mark.indexOf('.'))
}
