import type { RecordedChange } from '@landscape/contracts/history'
import { countText, numeral } from '../count-text.ts'
import { html, type Html } from '../html.ts'
import { pathSegment } from '@landscape/contracts/url-with'

/** A change as its route returns it, and in words. */
export interface DescribedChange {
  change: Pick<
    RecordedChange,
    'id' | 'at' | 'actor' | 'action' | 'requestId' | 'undoes' | 'undoneBy' | 'removal'
  >
  /** The first is the title. */
  sentences: readonly [string, ...string[]]
  /** Display name of its document. */
  documentName: string
  /** The first altered paths with display names instead of ids. */
  paths: readonly AlteredPath[]
  /** Number of all altered paths. */
  pathTotal: number
}

/** A path that a change altered; a side is absent where the value was. */
export interface AlteredPath {
  name: string
  before?: unknown
  after?: unknown
}

/** Maximum number of characters of each value and of all values that a page shows. */
interface Extent {
  characters: number
  allCharacters: number
}

/** Author, time and document of a change, and its undo. */
export function headHtml({ change, documentName }: DescribedChange): Html {
  const { at, actor, undoes, undoneBy, removal } = change
  return html`<p class="soft">
      ${actor?.email ?? 'outside the service'} · <time datetime="${at}">${timeOf(at)}</time> ·
      ${documentName}
    </p>
    ${
      removal &&
      html`<p class="alarm">
        Removed ${numeral(removal.count)} of ${numeral(removal.total)} ${removal.of}
      </p>`
    }
    ${undoneBy && html`<p class="soft">Undone by <a href="${urlOf(undoneBy)}">a later change</a></p>`}
    ${undoes && html`<p class="soft">Undoes <a href="${urlOf(undoes)}">an earlier change</a></p>`}`
}

/** URL of the page of a change. */
export function urlOf(id: string): string {
  return `/changes/${pathSegment(id)}`
}

/** The altered paths with the values before and after, folded. */
export function foldedPaths(
  { paths, pathTotal }: DescribedChange,
  { extent, more }: { extent: Extent; more: Html },
): Html | false {
  if (pathTotal === 0) return false
  const shown: Html[] = []
  let characters = 0
  for (const path of paths) {
    const shownPath = pathHtml(path, extent.characters)
    characters += shownPath.markup.length
    if (characters > extent.allCharacters && shown.length > 0) break
    shown.push(shownPath)
  }
  const others = pathTotal - shown.length
  return html`<details>
    <summary>${countText(pathTotal, 'path')}, before and after</summary>
    ${shown} ${others > 0 && html`<p class="change soft">and ${countText(others, 'more path')}</p>`}
    <p class="change">${more}</p>
  </details>`
}

function pathHtml(path: AlteredPath, characters: number): Html {
  const text = (value: unknown) => textOf(value, characters)
  return html`<div class="change">
    <p>${path.name}</p>
    <div class="sides">
      ${'before' in path && html`<del><span class="side">Before</span>${text(path.before)}</del>`}
      ${'after' in path && html`<ins><span class="side">After</span>${text(path.after)}</ins>`}
    </div>
  </div>`
}

function textOf(value: unknown, characters: number): string {
  const text = typeof value === 'string' ? value : jsonOf(value, characters)
  if (text === '') return '(empty)'
  const others = text.length - characters
  return others > 0
    ? `${text.slice(0, characters).toWellFormed()}… and ${numeral(others)} more characters`
    : text
}

/** JSON with line breaks, which are up to 60 times as long as deep arrays: a value that is cut has none. */
function jsonOf(value: unknown, characters: number): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > characters ? text : (JSON.stringify(value, null, 2) ?? '')
}

function timeOf(at: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat('en-GB', format).format(new Date(at))} UTC`
}
