import { html, type Html } from '@landscape/markup'
import {
  type Operation,
  type Removal,
  segmentsOf,
  type ShownChange,
  unescaped,
} from '@landscape/store'

/** Maximum number of paths, and of characters of each value, that a page shows. */
interface Extent {
  paths: number
  characters: number
}

/** Author, request, document and time of a change, and its undo. */
export function headHtml(change: ShownChange): Html {
  const { at, actor, action, document, undoes, undoneBy, removal } = change
  return html`<p class="soft">
      ${actor?.email ?? 'unknown, outside the service'} · ${action} · ${document} ·
      <time datetime="${at}">${timeOf(at)}</time>
    </p>
    ${removal && html`<p class="alarm">${removalText(removal)}</p>`}
    ${undoneBy && html`<p class="soft">Undone by <a href="${urlOf(undoneBy)}">${undoneBy}</a></p>`}
    ${undoes && html`<p class="soft">Undoes <a href="${urlOf(undoes)}">${undoes}</a></p>`}`
}

function removalText({ of, count, total }: Removal): string {
  const [removed, all] = [count, total].map((n) => n.toLocaleString('en-GB'))
  return `Removed ${removed} of ${all} ${of}`
}

/** URL of the page of a change. */
export function urlOf(id: string): string {
  return `/changes/${encodeURIComponent(id)}`
}

/** The altered paths with the values before and after. */
export function operationsHtml(
  operations: readonly Operation[],
  { paths, characters }: Extent,
): Html {
  const others = operations.length - paths
  return html`${operations.slice(0, paths).map((operation) => operationHtml(operation, characters))}
  ${others > 0 && html`<p class="change soft">and ${others.toLocaleString('en-GB')} more ${others === 1 ? 'path' : 'paths'}</p>`}`
}

function operationHtml(operation: Operation, characters: number): Html {
  return html`<div class="change">
    <p>${nameOf(operation.path)}</p>
    <div class="sides">
      ${'before' in operation && html`<del><span class="side">Before</span>${textOf(operation.before, characters)}</del>`}
      ${'after' in operation && html`<ins><span class="side">After</span>${textOf(operation.after, characters)}</ins>`}
    </div>
  </div>`
}

/** A JSON Pointer for display: `python › description`. */
export function nameOf(path: string): string {
  const names = segmentsOf(path).map(unescaped)
  return names.length === 0 ? 'the entire document' : names.join(' › ')
}

function textOf(value: unknown, characters: number): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  if (text === '') return '(empty)'
  const others = text.length - characters
  return others > 0
    ? `${text.slice(0, characters).toWellFormed()}… and ${others.toLocaleString('en-GB')} more characters`
    : text
}

function timeOf(at: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat('en-GB', format).format(new Date(at))} UTC`
}
