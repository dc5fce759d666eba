import { admitLink, type Address } from '@landscape/contracts/admit'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { sectionsOf } from '@landscape/contracts/project-sections'
import type { StoredProject } from '@landscape/contracts/projects'
import type { StoredRepository } from '@landscape/contracts/repositories'

/** The repository that a link leads to, if it is known. */
interface LinkTarget<R> {
  repository?: R | undefined
  /**
   * Address of a repository that the scan does not contain, although it contains others of its host and owner:
   * without credentials, query and characters that names of repositories do not have.
   */
  unknown?: string | undefined
}

/** Finds the repository of the address of a link: by its own address, or by name when the repository has no address. */
export function* createLinkFinder<R extends { name: string; address: Address | '' }>(
  repositories: readonly R[],
): Generator<void, (address: Address) => LinkTarget<R>> {
  const byAddress = new Map<string, R>()
  const byName = new Map<string, R>()
  const owners = new Set<string>()
  for (const repository of repositories) {
    const { name, address } = repository
    const [index, key] = address === '' ? [byName, name.toLowerCase()] : [byAddress, address]
    if (!index.has(key)) index.set(key, repository)
    if (address !== '') owners.add(address.slice(0, address.lastIndexOf('/')))
    yield
  }
  return (address) => {
    const exact = byAddress.get(address)
    if (exact) return { repository: exact }
    const segments = address.split('/').slice(0, MAX_SEGMENTS)
    const beginning = (length: number) => segments.slice(0, length).join('/')
    // A link to a folder or a branch belongs to its repository; groups of owners can be nested.
    for (let length = segments.length; length >= MIN_SEGMENTS; length--) {
      const found = byAddress.get(beginning(length))
      if (found) return { repository: found }
    }
    const repository = byName.get(segments[2] ?? segments.at(-1) ?? '')
    if (repository) return { repository }
    for (let length = segments.length; length >= MIN_SEGMENTS - 1; length--) {
      if (!owners.has(beginning(length))) continue
      const name = segments[length]
      return { unknown: name === undefined ? undefined : `${beginning(length)}/${shownName(name)}` }
    }
    return {}
  }
}

function shownName(name: string): string {
  return /^[\w.~-]{1,100}$/.test(name) ? name : '…'
}

/** Host, owner and name. */
const MIN_SEGMENTS = 3
/** Segments of a link that are compared. */
const MAX_SEGMENTS = 20

/** The address of a repository; empty when it has no URL. */
export const addressOfRepository = oncePerObject(
  ({ url }: StoredRepository): Address | '' => admitLink(url) ?? '',
)

/** The URLs to which a project links as its source code. */
export function linksOf(project: StoredProject): string[] {
  const links = sectionsOf(project).sources.flatMap((source) => source.links)
  return links.map(({ url }) => url).filter((url) => url.trim() !== '')
}
