import type { EntryOf, RadarDifference } from '@landscape/contracts/edition-replies'
import { type Edition, NOW } from '@landscape/contracts/editions'
import { urlWith } from '@landscape/contracts/url-with'
import { countText, numeral } from '../count-text.ts'
import { dateText } from '../date-text.ts'
import { html, type Html } from '../html.ts'
import { shortened } from '../shortened.ts'
import { directorateForm } from './directorate-form.ts'
import { directorateOf, landscapePage, type Frame } from './frame.ts'
import { ringChip } from './ring-chip.ts'

/** Maximum number of entries that the page lists of each kind. */
const MAX_SHOWN = 100
/** Maximum width of a title, in em. */
const MAX_TITLE = 40

interface ShownEdition {
  /** `null` for the present radar. */
  edition: Edition | null
  /** All editions, the newest first. */
  editions: readonly Edition[]
  /** Absent without an edition to compare with. */
  difference: RadarDifference | undefined
}

/** The page of an edition: the changes since another one. */
export function editionPage({ edition, editions, difference }: ShownEdition, frame: Frame): string {
  const name = edition?.name ?? 'The radar now'
  const id = edition?.id ?? NOW
  const choices = editions.filter((one) => one.id !== id)
  const seen = directorateOf(frame)
  const since = difference && { since: difference.from.id }
  const picture = urlWith('/api/tech-radar/svg', { edition: edition?.id, ...seen })
  return landscapePage(
    frame,
    { title: `${name}: changes`, mainPage: '/radar' },
    html`<section class="card" aria-label="Edition">
        ${edition && html`<p class="soft">The radar of ${timeOf(edition)}</p>`}
        ${edition?.note !== undefined && html`<p dir="auto">${edition.note}</p>`}
        ${difference ? summaryOf(difference) : html`<p class="headline">No earlier edition to compare with</p>`}
        <p><a href="${picture}">Picture of this radar</a></p>
      </section>
      ${difference && listsOf(difference, frame)} ${directorateForm(frame, pathOf(id), since)}
      <section class="card" id="editions">
        <h2>Editions</h2>
        <ul class="plain">
          ${edition && html`<li><a href="${pathOf(NOW)}">The radar now</a></li>`}
          ${choices.map(
            (one) =>
              html`<li>
                <a href="${urlWith(pathOf(one.id), seen)}"><bdi>${one.name}</bdi></a>
                (${timeOf(one)}),
                <a href="${urlWith(pathOf(id), { ...seen, since: one.id })}">changes since then</a>
              </li>`,
          )}
        </ul>
      </section>`,
  )
}

function summaryOf({ from, counts }: RadarDifference): Html {
  const { new: added, moved, gone, texts } = counts
  const parts = [
    added > 0 && `${numeral(added)} new`,
    moved > 0 && `${numeral(moved)} moved`,
    gone > 0 && `${numeral(gone)} gone`,
    texts > 0 && `${numeral(texts)} edited`,
  ].filter((part) => part !== false)
  const changes = parts.length > 0 ? parts.join(', ') : 'nothing changed'
  return html`<p class="headline">Since ${from.name} (${timeOf(from)}): ${changes}</p>`
}

function listsOf(difference: RadarDifference, frame: Frame): Html {
  const { from, to, counts, new: added, moved, gone, texts } = difference
  const chipOf = (ring: string | null) =>
    ring === null ? html`without a ring` : ringChip(ring, frame.rings)
  const path = `/api/tech-radar${pathOf(from.id)}/difference/${encodeURIComponent(to?.id ?? NOW)}`
  const lists: [string, number, [EntryOf, Html][]][] = [
    ['New', counts.new, added.map((one) => [one, chipOf(one.ring)])],
    [
      'Moved',
      counts.moved,
      moved.map((one) => [one, html`${chipOf(one.from)} → ${chipOf(one.to)}`]),
    ],
    ['Gone', counts.gone, gone.map((one) => [one, html`was ${chipOf(one.ring)}`])],
    ['Edited', counts.texts, texts.map((one) => [one, html`${one.fields.join(', ')}`])],
  ]
  return html`${lists.map(([title, total, rows]) => {
    const more = total - Math.min(rows.length, MAX_SHOWN)
    return (
      total > 0 &&
      html`<section class="card">
        <h2>${title} (${numeral(total)})</h2>
        <ul>
          ${rows.slice(0, MAX_SHOWN).map(([one, text]) => html`<li>${titleOf(one)}: ${text}</li>`)}
        </ul>
        ${more > 0 && html`<p><a href="${urlWith(path, directorateOf(frame))}">${countText(more, 'more entry', 'more entries')}</a></p>`}
      </section>`
    )
  })}`
}

function titleOf({ title, link }: EntryOf): Html {
  return html`<a href="${link}"><bdi>${shortened(title, MAX_TITLE)}</bdi></a>`
}

function timeOf({ at }: Edition): Html {
  return html`<time datetime="${at}">${dateText(at)}</time>`
}

function pathOf(id: string): string {
  return `/editions/${encodeURIComponent(id)}`
}
