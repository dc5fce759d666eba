import type { Call } from '@landscape/http/route/route'
import { urlWith } from '@landscape/contracts/url-with'
import { audienceOf } from '@landscape/http/responses/conditional-read'
import { preparePage, respondPage, SEARCH_PAGE } from '@landscape/http/responses/pages'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { asOfLine } from '@landscape/views/as-of'
import { html, type Html } from '@landscape/views/html'
import { linkList } from '@landscape/views/link-list'
import { directorateOf, type Viewer } from '../directorates/viewer.ts'
import type { Landscape } from '../join/landscape.ts'
import type { LandscapeVersion } from '../join/read-landscape.ts'
import type { Section } from '../join/uses-of-project.ts'
import { formatRowCursor, type RowCursor } from './page-rows.ts'

/** The common members of the pages of the landscape. Signed-in callers see private repositories as well. */
export const LANDSCAPE_PAGE = {
  ...SEARCH_PAGE,
  tag: 'Pages',
  access: 'optional',
  example: '<!doctype html>…',
} as const

type PageCall = Pick<Call<'optional', unknown, unknown, unknown>, 'headers' | 'queued' | 'identity'>

interface PageReply {
  /** Identifies the page among all responses. */
  name: readonly unknown[]
  version: Pick<LandscapeVersion, 'etag' | 'staleSeconds'>
  /** Distinguishes pages that depend on something else than the landscape. */
  variant?: string
  build: (isSignedIn: boolean) => string | Promise<string>
}

/** Creates the function that responds with a page, prepared once for each version and audience. */
export function createPageResponder(cache: ResponseCache) {
  return (
    { headers, queued, identity }: PageCall,
    { name, version: { etag, staleSeconds }, variant = '', build }: PageReply,
  ) => {
    const isForSignedIn = identity !== undefined
    return cache.respond(
      {
        name: JSON.stringify(['page', isForSignedIn, ...name]),
        version: `${etag} ${variant}`,
      },
      queued,
      async () => preparePage(await build(isForSignedIn)),
      (page) =>
        respondPage(headers, page, {
          staleSeconds,
          ...audienceOf(isForSignedIn),
          hasSearch: true,
        }),
    )
  }
}

export const SECTION_TITLES: Readonly<Record<Section, string>> = {
  languages: 'Languages',
  frameworks: 'Frameworks',
  databases: 'Databases',
  infrastructure: 'Infrastructure',
  cicd: 'CI/CD',
  hosting: 'Hosting',
  publishing: 'Publishing',
  'source-control': 'Source control',
  tools: 'Tools',
}

/** Links between the pages of the landscape. */
export function siteLinks(viewer: Viewer): Html {
  return linkList([
    ['/', 'Home'],
    [urlWith('/technologies', directorateOf(viewer)), 'Technologies'],
    [urlWith('/drift', directorateOf(viewer)), 'Drift'],
    ['/docs', 'API reference'],
  ])
}

/** As of when the repositories of a landscape are; nothing without repositories. */
export function sourcesOf({
  repositories,
  repositoriesAsOf,
}: Pick<Landscape, 'repositories' | 'repositoriesAsOf'>): Html | false {
  return repositories.length > 0 && asOfLine([['Repositories', repositoriesAsOf]])
}

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>

/** Links to the first and the next page of a list, and to all its rows as CSV. */
export function listLinks(
  { path, data }: { path: string; data: string },
  parameters: Parameters,
  { isFirst, next }: { isFirst: boolean; next: RowCursor | undefined },
): Html {
  return html`<p class="row">
    ${!isFirst && html`<a href="${urlWith(path, parameters)}">First page</a>`}
    ${
      next &&
      html`<a rel="next" href="${urlWith(path, { ...parameters, cursor: formatRowCursor(next) })}"
        >Next page</a
      >`
    }
    <a class="button" href="${urlWith(data, { ...parameters, format: 'csv', for: 'spreadsheet' })}"
      >Download as CSV</a
    >
  </p>`
}

/** A selection of a form; its first option is `any`, without a value. */
export function selectOf(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  selected: string | undefined,
): Html {
  const isSelected = (value: string) => value.toLowerCase() === selected?.toLowerCase()
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">any</option>
      ${options.map(
        ([value, text]) =>
          html`<option value="${value}" ${isSelected(value) && ' selected'}>${text}</option>`,
      )}
    </select></label
  >`
}

/** The text as a link when its URL is a path or a web address; documents may contain any string. */
export function linkTo(url: string, text: string): Html {
  const isSafe = /^(?:https?:\/\/|\/(?![/\\]))/i.test(url)
  return isSafe ? html`<a href="${url}"><bdi>${text}</bdi></a>` : html`<bdi>${text}</bdi>`
}

/** The page that lists the technologies of a project. */
export function linkToProject(name: string, viewer: Viewer): Html {
  return linkTo(urlWith('/technologies', { project: name, ...directorateOf(viewer) }), name)
}
