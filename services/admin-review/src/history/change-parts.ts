import {
  segmentsOf,
  unescaped,
  type Operation,
  type Removal,
  type ShownChange,
} from '@landscape/store'
import { html, type Html } from '@landscape/markup'

/** How much is shown: of a list of changes less than of one. */
interface Extent {
  places: number
  characters: number
}

/** Who, when and what, in a line or two. */
export function headOf(change: ShownChange): Html {
  const { at, actor, action, document, undoes, undoneBy, removal } = change
  return html`<p class="soft">
      ${actor?.email ?? 'somebody unknown, outside the service'} · ${action} · ${document} ·
      <time datetime="${at}">${timeOf(at)}</time>
    </p>
    ${removal && html`<p class="alarm">${removalText(removal)}</p>`}
    ${undoneBy && html`<p class="soft">Undone by <a href="${addressOf(undoneBy)}">${undoneBy}</a></p>`}
    ${undoes && html`<p class="soft">Undoes <a href="${addressOf(undoes)}">${undoes}</a></p>`}`
}

function removalText({ of, count, total }: Removal): string {
  const [removed, all] = [count, total].map((n) => n.toLocaleString('en-GB'))
  return `Removed ${removed} of ${all} ${of}`
}

/** The address of the page of a change. */
export function addressOf(id: string): string {
  return `/changes/${encodeURIComponent(id)}`
}

/** Each place with what stood there before and after. */
export function placesOf(operations: readonly Operation[], { places, characters }: Extent): Html {
  const others = operations.length - places
  return html`${operations.slice(0, places).map((operation) => placeOf(operation, characters))}
  ${others > 0 && html`<p class="place soft">and ${others.toLocaleString('en-GB')} more ${others === 1 ? 'place' : 'places'}</p>`}`
}

function placeOf(operation: Operation, characters: number): Html {
  return html`<div class="place">
    <p>${nameOf(operation.path)}</p>
    <div class="sides">
      ${'before' in operation && html`<del><span class="side">Before</span>${textOf(operation.before, characters)}</del>`}
      ${'after' in operation && html`<ins><span class="side">After</span>${textOf(operation.after, characters)}</ins>`}
    </div>
  </div>`
}

/** A place as people read it: `python › description`. */
export function nameOf(path: string): string {
  const names = segmentsOf(path).map(unescaped)
  return names.length === 0 ? 'the whole document' : names.join(' › ')
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
