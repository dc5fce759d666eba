import type { EntryOf, RadarDifference } from './reply.ts'
import { type Edition, NOW } from '@landscape/contracts/editions'
import { pathSegment, urlWith } from '@landscape/contracts/url-with'
import { countText, dateText, numeral, shortened } from '@landscape/views/text'
import { html, type Html, type Part } from '@landscape/views/html'
import { itemsOf, section } from '@landscape/views/section'
import { directorateOf, landscapePage, type Frame } from '../reads/frame.ts'
import { plansSection } from '../reads/page-parts.ts'
import { ringChip } from '@landscape/views/ring-chip'

const PATH = '/editions'
/** Maximum number of entries that the page lists of each kind. */
const MAX_SHOWN = 100
/** Maximum width of a title, in em. */
const MAX_TITLE = 40

interface ShownEdition {
  /** `null` for the present radar. */
  edition: Edition | null
  /** All editions, the newest first. */
  editions: readonly Edition[]
  /** The edition to compare with. */
  base: Edition | undefined
  /** Absent without `base`, and when the history does not hold one of the two radars. */
  difference: RadarDifference | undefined
  /** Whether the radar can be read. */
  isHeld: boolean
}

/** The page of an edition: the changes since another one. */
export function editionPage(shown: ShownEdition, frame: Frame): string {
  const { edition, editions, difference } = shown
  const name = edition?.name ?? 'The radar now'
  const id = edition?.id ?? NOW
  const choices = editions.filter((one) => edition === null || one.at < edition.at)
  const query = directorateOf(frame)
  const kinds = difference ? kindsOf(difference, frame) : []
  const since = { since: difference?.from.id }
  const picture = urlWith('/api/tech-radar/svg', { edition: edition?.id, ...query })
  return landscapePage(
    frame,
    {
      title: `${name}: changes`,
      self: { path: pathOf(id), parameters: since },
      mainPage: '/radar',
    },
    html`<section class="card" aria-label="Edition">
        ${edition && html`<p class="soft">The radar of ${timeOf(edition)}</p>`}
        ${edition?.note !== undefined && html`<p dir="auto">${edition.note}</p>`}
        <p class="headline">${difference ? summaryOf(difference, kinds) : reasonOf(shown)}</p>
        ${shown.isHeld && html`<p><a href="${picture}">Picture of this radar</a></p>`}
      </section>
      ${difference && kinds.map((kind) => listOf(kind, difference, frame))}
      ${difference && plansSection(difference.plans.slice(0, MAX_SHOWN), frame)}
      ${section('earlier', 'Changes since', [
        itemsOf(
          choices.map((one) => {
            const href = urlWith(pathOf(id), { ...query, since: one.id })
            return html`<a href="${href}"><bdi>${one.name}</bdi></a> (${timeOf(one)})`
          }),
        ),
      ])}
      <p class="soft"><a href="${urlWith(PATH, query)}">All editions</a></p>`,
  )
}

/** Page of all editions, the newest first. */
export function editionsPage(editions: readonly Edition[], frame: Frame): string {
  const query = directorateOf(frame)
  const item = (id: string, name: string, about: Part) =>
    html`<li>
      <a href="${urlWith(pathOf(id), query)}"><bdi>${name}</bdi></a>
      <div class="soft">${about}</div>
    </li>`
  return landscapePage(
    frame,
    { title: 'Editions of the radar', self: { path: PATH }, mainPage: '/radar' },
    html`<section class="card" aria-label="Editions">
      <ul class="lines">
        ${item(NOW, 'The radar now', 'Its changes since the newest edition')}
        ${editions.map((one) =>
          item(
            one.id,
            one.name,
            html`${timeOf(one)}${one.note !== undefined && html` · <span dir="auto">${one.note}</span>`}`,
          ),
        )}
      </ul>
      ${editions.length === 0 && html`<p class="soft">No edition is named yet.</p>`}
    </section>`,
  )
}

/** A kind of changes: its title, the number of entries, and those that are listed. */
type Kind = [title: string, total: number, rows: [EntryOf, Html][]]

function kindsOf({ counts, ...lists }: RadarDifference, { rings }: Frame): Kind[] {
  const chipOf = (ring: string | null) =>
    ring === null ? html`without a ring` : ringChip(ring, rings)
  const moveOf = (from: string | null, to: string | null) => html`${chipOf(from)} → ${chipOf(to)}`
  const kinds: Kind[] = [
    ['New', counts.new, lists.new.map((one) => [one, chipOf(one.ring)])],
    ['Moved', counts.moved, lists.moved.map((one) => [one, moveOf(one.from, one.to)])],
    ['Gone', counts.gone, lists.gone.map((one) => [one, html`was ${chipOf(one.ring)}`])],
    ['Edited', counts.texts, lists.texts.map((one) => [one, wordsOf(one.fields)])],
  ]
  return kinds.filter(([, total]) => total > 0)
}

function summaryOf({ from }: RadarDifference, kinds: readonly Kind[]): Html {
  const changes = kinds.map(([title, total]) => `${numeral(total)} ${title.toLowerCase()}`)
  return html`Since ${from.name} (${timeOf(from)}): ${changes.join(', ') || 'nothing changed'}`
}

/** Why the page names no changes. */
function reasonOf({ base, isHeld }: ShownEdition): Html {
  if (!isHeld) return html`The history does not reach back to this edition`
  if (base) return html`The history does not reach back to ${base.name}`
  return html`No earlier edition to compare with`
}

function listOf([title, total, rows]: Kind, { from, to }: RadarDifference, frame: Frame): Html {
  const more = total - Math.min(rows.length, MAX_SHOWN)
  const path = `/api/tech-radar${pathOf(from.id)}/difference/${pathSegment(to?.id ?? NOW)}`
  return html`<section class="card">
    <h2>${title} (${numeral(total)})</h2>
    <ul class="lines">
      ${rows.slice(0, MAX_SHOWN).map(([one, text]) => html`<li>${titleOf(one)}: ${text}</li>`)}
    </ul>
    ${more > 0 && html`<p><a href="${urlWith(path, directorateOf(frame))}">All ${countText(total, 'entry', 'entries')} as JSON</a></p>`}
  </section>`
}

function titleOf({ title, link }: EntryOf): Html {
  return html`<a href="${link}"><bdi>${shortened(title, MAX_TITLE)}</bdi></a>`
}

/** `useInstead` as `use instead`. */
function wordsOf(fields: readonly string[]): Html {
  return html`${fields
    .join(', ')
    .replaceAll(/(?=[A-Z])/g, ' ')
    .toLowerCase()}`
}

function timeOf({ at }: Edition): Html {
  return html`<time datetime="${at}">${dateText(at)}</time>`
}

function pathOf(id: string): string {
  return `${PATH}/${pathSegment(id)}`
}
