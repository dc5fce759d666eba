import type { RecordedChange } from '@landscape/contracts/history'
import { ownMember } from '@landscape/contracts/json'
import { pathSegment } from '@landscape/contracts/url-with'
import { segmentsOf, unescaped } from '@landscape/contracts/change-path'
import { countText, numeral } from '@landscape/views/text'
import { html, type Html } from '@landscape/views/html'

/** Display names of the documents. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  radar: 'technology radar',
  lists: 'technology lists',
  'technology-names': 'technology names',
  editions: 'editions of the radar',
  keys: 'API keys',
}

/** The display name of a document. */
export function documentName(document: string): string {
  return ownMember(DOCUMENTS, document) ?? document
}

type Operation = RecordedChange['operations'][number]

/** Maximum number of paths, of characters of each value, and of characters of all values that a page shows. */
interface Extent {
  paths: number
  characters: number
  allCharacters: number
}

/** Author, time and document of a change, and its undo. */
export function headHtml(change: RecordedChange): Html {
  const { at, actor, document, undoes, undoneBy, removal } = change
  return html`<p class="soft">
      ${actor?.email ?? 'outside the service'} · <time datetime="${at}">${timeOf(at)}</time> ·
      ${documentName(document)}
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
  { operations }: RecordedChange,
  { extent, more }: { extent: Extent; more: Html },
): Html | false {
  const pathTotal = operations.length
  if (pathTotal === 0) return false
  const shown: Html[] = []
  let characters = 0
  for (const operation of operations.slice(0, extent.paths)) {
    const shownPath = operationHtml(operation, extent.characters)
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

function operationHtml({ op, path, before, after }: Operation, characters: number): Html {
  const text = (value: unknown) => textOf(value, characters)
  return html`<div class="change">
    <p>${pathName(path)}</p>
    <div class="sides">
      ${op !== 'add' && html`<del><span class="side">Before</span>${text(before)}</del>`}
      ${op !== 'remove' && html`<ins><span class="side">After</span>${text(after)}</ins>`}
    </div>
  </div>`
}

/** A JSON pointer for display: `entries › python › description`. */
export function pathName(path: string): string {
  const names = segmentsOf(path).map(unescaped)
  return names.length === 0 ? 'the entire document' : names.join(' › ')
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
