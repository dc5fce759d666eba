import { UpstreamFailure } from '../upstream/upstream-failure.ts'
import type { HostOctokit } from './client.ts'

const PAGE_SIZE = 100
/** Far beyond real organisations; a host that links in circles must end somewhere. */
const MOST_PAGES = 300
const DEADLINE_MS = 15_000

/**
 * Elements of all pages. Octokit follows the links, but passes on neither a signal nor a limit, so
 * both are kept here.
 *
 * @param take reads one page; Octokit flattens only some kinds of lists itself
 * @throws UpstreamFailure when there are too many pages, or they take too long
 */
export async function allPages<T>(
  octokit: HostOctokit,
  url: string,
  parameters: Record<string, string>,
  take: (data: unknown) => T[],
): Promise<T[]> {
  const deadline = performance.now() + DEADLINE_MS
  let pages = 0
  return octokit.paginate<unknown, T>(
    { ...parameters, method: 'GET', url, per_page: PAGE_SIZE },
    (response) => {
      pages++
      if (pages > MOST_PAGES) throw new UpstreamFailure('A list has too many pages')
      if (performance.now() > deadline) throw new UpstreamFailure('A list took too long')
      return take(response.data)
    },
  )
}
