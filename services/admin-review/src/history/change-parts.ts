import { countText } from '@landscape/views/count-text'
import { html, type Html } from '@landscape/views/html'
import { linkList } from '@landscape/views/link-list'
import type { Operation } from '@landscape/store/history/diff'
import type { ShownChange } from '@landscape/store/history/past'
import { segmentsOf, unescaped } from '@landscape/store/history/paths'
import type { Removal } from '@landscape/store/history/record'
import type { Labels } from './sentences/labels.ts'
import { subjectsOf } from './sentences/subjects.ts'
import { documentName, numeral } from './sentences/words.ts'

/** Maximum number of paths, and of characters of each value and of all values, that a page shows. */
interface Extent {
  paths: number
  characters: number
  allCharacters: number
}

/** Links to the pages around the history. */
export function navigation(isList: boolean): Html {
  return linkList([
    ['/', 'Home'],
    ['/technologies', 'Technologies'],
    ...(isList ? [] : [['/changes', 'All changes'] as const]),
  ])
}

/** Author, time and document of a change, and its undo. */
export function headHtml(change: ShownChange): Html {
  const { at, actor, document, undoes, undoneBy, removal } = change
  return html`<p class="soft">
      ${actor?.email ?? 'outside the service'} · <time datetime="${at}">${timeOf(at)}</time> ·
      ${documentName(document)}
    </p>
    ${removal && html`<p class="alarm">${removalText(removal)}</p>`}
    ${undoneBy && html`<p class="soft">Undone by <a href="${urlOf(undoneBy)}">a later change</a></p>`}
    ${undoes && html`<p class="soft">Undoes <a href="${urlOf(undoes)}">an earlier change</a></p>`}`
}

function removalText({ of, count, total }: Removal): string {
  return `Removed ${numeral(count)} of ${numeral(total)} ${of}`
}

/** Maximum number of technologies to which a change links. */
const MAX_TECHNOLOGIES = 20
/** Maximum length of a name in an address (characters). */
const MAX_NAME = 200

/** Links to the pages of the technologies that a change altered and did not remove. */
export function technologyLinks(
  { document, operations }: Pick<ShownChange, 'document' | 'operations'>,
  labels: Labels,
): Html | false {
  const names = subjectsOf(document, operations, labels).flatMap(({ kind, id, effect }) => {
    if (effect === 'removed') return []
    const name = kind === 'entry' ? labels.entryTitle(id) : kind === 'technology' ? id : ''
    return name !== undefined && name !== '' && name.length <= MAX_NAME ? [name] : []
  })
  if (names.length === 0) return false
  return linkList(
    [...new Set(names)]
      .slice(0, MAX_TECHNOLOGIES)
      .map((name) => [`/technologies/${encodeURIComponent(name)}`, name]),
    'Technologies',
  )
}

/** URL of the page of a change. */
export function urlOf(id: string): string {
  return `/changes/${encodeURIComponent(id)}`
}

/** The altered paths with the values before and after, folded. */
export function foldedOperations(
  operations: readonly Operation[],
  { labels, extent, more }: { labels: Labels; extent: Extent; more: Html },
): Html | false {
  if (operations.length === 0) return false
  const shown: Html[] = []
  let characters = 0
  for (const operation of operations.slice(0, extent.paths)) {
    const shownOperation = operationHtml(operation, labels, extent.characters)
    characters += shownOperation.markup.length
    if (characters > extent.allCharacters && shown.length > 0) break
    shown.push(shownOperation)
  }
  const others = operations.length - shown.length
  return html`<details>
    <summary>${countText(operations.length, 'path')}, before and after</summary>
    ${shown} ${others > 0 && html`<p class="change soft">and ${countText(others, 'more path')}</p>`}
    <p class="change">${more}</p>
  </details>`
}

function operationHtml(operation: Operation, labels: Labels, characters: number): Html {
  const { path } = operation
  const text = (value: unknown) => textOf(labelled(path, value, labels), characters)
  return html`<div class="change">
    <p>${pathName(path, labels)}</p>
    <div class="sides">
      ${'before' in operation && html`<del><span class="side">Before</span>${text(operation.before)}</del>`}
      ${'after' in operation && html`<ins><span class="side">After</span>${text(operation.after)}</ins>`}
    </div>
  </div>`
}

/** A JSON Pointer for display, with titles instead of ids: `entries › Python › description`. */
export function pathName(path: string, labels: Labels): string {
  const [list, id, ...inside] = segmentsOf(path).map(unescaped)
  if (list === undefined) return 'the entire document'
  if (id === undefined) return list
  return [list, labels.titleOf(list, id) ?? id, ...inside].join(' › ')
}

/** The name of a ring or quadrant instead of its id. */
function labelled(path: string, value: unknown, labels: Labels): unknown {
  if (typeof value !== 'string' || !path.startsWith('/entries/')) return value
  if (/^\/entries\/[^/]+\/quadrant$/.test(path)) return labels.quadrant(value)
  return path.endsWith('/ringId') ? labels.ring(value) : value
}

function textOf(value: unknown, characters: number): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  if (text === '') return '(empty)'
  const others = text.length - characters
  return others > 0
    ? `${text.slice(0, characters).toWellFormed()}… and ${numeral(others)} more characters`
    : text
}

function timeOf(at: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat('en-GB', format).format(new Date(at))} UTC`
}
