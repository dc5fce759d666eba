import { at, list, string } from './json.ts'

/** Host, owner and name of the repository that a link points to. */
function placesOf(link: string): string[] {
  // The short form of SSH is not a URL.
  const address = link
    .trim()
    .toLowerCase()
    .replace(/^git@([^:/]+):/, 'ssh://$1/')
  const { hostname, pathname } = new URL(address)
  return [hostname, ...pathname.split('/').filter(Boolean)]
    .slice(0, 3)
    .map((part) => part.replace(/\.git$/, ''))
}

/** The repository of a link, its address, and whether the scan knows its host and owner. */
export function findRepository(repositories: readonly unknown[], link: string) {
  const places = placesOf(link)
  const urls = repositories.map((one) => placesOf(string(at(one, 'url'))))
  const number = urls.findIndex((other) => other.join('/') === places.join('/'))
  const isScanned = urls.some(([host, owner]) => host === places[0] && owner === places[1])
  return {
    address: places.join('/'),
    number: number < 0 ? undefined : number,
    isScanned: isScanned && places.length === 3,
  }
}

/** The links of a project to its source code. */
export function linksOf(project: unknown): string[] {
  return list(at(project, 'source_control'))
    .flatMap((control) => list(at(control, 'links')))
    .map((link) => string(at(link, 'url')))
    .filter((url) => url !== '')
}
