import { createRepositoryIndex, type RepositoryIndex } from './repository-index.ts'

/** A version of the repositories as it was read. */
interface Version {
  readonly value: unknown
  readonly etag: string
}

/** An index and a name for it that changes with what it answers. */
export interface NamedIndex {
  readonly index: RepositoryIndex
  readonly name: string
}

/**
 * Indexes each version once, and again only when a commit dated in the future has come to pass.
 *
 * @param now milliseconds since the epoch
 */
export function createCurrentIndex(now: () => number): (version: Version) => NamedIndex {
  let current: (NamedIndex & { etag: string }) | undefined
  return ({ value, etag }) => {
    if (current?.etag !== etag || now() >= current.index.validUntil) {
      // The index before may go while the next one is made: both at once would be twice the memory.
      current = undefined
      const index = createRepositoryIndex(value, now())
      current = { index, etag, name: `${etag} ${index.validUntil}` }
    }
    return current
  }
}
