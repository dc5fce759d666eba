import { posix } from 'node:path'

/** Groups of guides in the navigation, by path; a test requires every guide. */
export const NAVIGATION: readonly { title: string; pages: readonly string[] }[] = [
  {
    title: 'Learn',
    pages: [
      'README.md',
      'docs/getting-started.md',
      'docs/concepts.md',
      'docs/glossary.md',
      'docs/decisions/README.md',
    ],
  },
  {
    title: 'Use',
    pages: [
      'docs/landscape.md',
      'docs/for-clients.md',
      'docs/front-end.md',
      'docs/agents.md',
      'docs/analysts.md',
      'libs/client/README.md',
      'docs/radar-formats.md',
      'docs/migration.md',
      'CHANGELOG.md',
    ],
  },
  {
    title: 'Change',
    pages: [
      'ARCHITECTURE.md',
      'docs/CONTRIBUTING.md',
      'docs/adding-a-route.md',
      'docs/adding-a-service.md',
      'docs/testing.md',
      'docs/releasing.md',
      'docs/specification-coverage.md',
    ],
  },
  {
    title: 'Operate',
    pages: [
      'docs/local-development.md',
      'docs/operations.md',
      'docs/identity.md',
      'docs/forward-auth.md',
      'docs/sizing.md',
      'docs/performance.md',
      'deploy/kubernetes/README.md',
      'docs/SECURITY.md',
    ],
  },
]

/** Returns the address of a Markdown file in the site: a README is the page of its folder. */
export function addressOf(path: string): string {
  return path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html')
}

/** The targets of links. */
interface Targets {
  /** Paths of the Markdown files that are pages. */
  pages: ReadonlySet<string>
  /** Address of the sources, for files that are not pages: `https://host/owner/name/blob/main`. */
  sources?: string | undefined
}

/**
 * Returns the link of a page to what a link in its Markdown file points to.
 *
 * @param from the path of the Markdown file
 * @returns undefined for a file that is not a page, without the address of the sources
 */
export function linkOf(from: string, href: string, targets: Targets): string | undefined {
  if (/^(?:\w+:|#|\/\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#', 2)
  const target = posix.join(posix.dirname(from), path).replace(/\/$/, '')
  const hash = anchor === undefined ? '' : `#${anchor}`
  const page = [target, posix.join(target, 'README.md')].find((candidate) =>
    targets.pages.has(candidate),
  )
  if (page !== undefined) return linkBetween(from, page) + hash
  return targets.sources === undefined ? undefined : `${targets.sources}/${target}${hash}`
}

/** Returns the relative link from one page to another, by the paths of their Markdown files. */
export function linkBetween(from: string, to: string): string {
  return posix.relative(posix.dirname(addressOf(from)), addressOf(to))
}

/** Returns the id that code hosts give a heading; equal headings get a number. */
export function headingId(heading: string, used: Map<string, number>): string {
  const id = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
  const count = used.get(id) ?? 0
  used.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}

/** Returns the first heading of a Markdown file without its marks. */
export function titleOf(markdown: string): string {
  return (/^# (.+)$/m.exec(markdown)?.[1] ?? 'Page').replaceAll('`', '')
}
