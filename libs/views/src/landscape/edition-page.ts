import type { EntryOf, RadarDifference } from '@landscape/contracts/edition-replies'
import { type Edition, NOW } from '@landscape/contracts/editions'
import { urlWith } from '@landscape/contracts/url-with'
import { countText, numeral } from '../count-text.ts'
import { dateText } from '../date-text.ts'
import { html, type Html } from '../html.ts'
import { layout } from '../layout.ts'
import { searchBox } from '../search-box.ts'
import { shortened } from '../shortened.ts'
import { directorateSelect } from './directorate-form.ts'
import { directorateOf, siteLinks, sourcesOf, type Frame } from './frame.ts'
import { selectOf } from './parts.ts'

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
  const picture = urlWith('/api/tech-radar/svg', { edition: edition?.id, ...directorateOf(frame) })
  return layout(
    `${name}: changes`,
    html`${siteLinks(frame)} ${searchBox()}
      <section class="card" aria-label="Edition">
        ${edition && html`<p class="soft">The radar of ${timeOf(edition)}</p>`}
        ${edition?.note !== undefined && html`<p dir="auto">${edition.note}</p>`}
        ${difference ? summaryOf(difference) : html`<p class="headline">No earlier edition to compare with</p>`}
        <p><a href="${picture}">Picture of this radar</a></p>
      </section>
      ${difference && listsOf(difference, frame)}
      ${choices.length > 0 && formOf(id, choices, { since: difference?.from.id, frame })}
      ${
        editions.length > 0 &&
        html`<section class="card" id="editions">
          <h2>Editions</h2>
          <ul class="plain">
            ${edition && html`<li>${linkTo(NOW, 'The radar now', frame)}</li>`}
            ${choices.map((one) => html`<li>${linkTo(one.id, one.name, frame)} (${timeOf(one)})</li>`)}
          </ul>
        </section>`
      }
      ${sourcesOf(frame)}`,
    true,
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
  const { counts, rings, from, to } = difference
  const nameOf = (ring: string | null) =>
    ring === null ? 'without a ring' : (rings.find(({ id }) => id === ring)?.name ?? ring)
  const path = `/api/tech-radar/editions/${encodeURIComponent(from.id)}/difference/${encodeURIComponent(to?.id ?? NOW)}`
  const data = urlWith(path, directorateOf(frame))
  const listOf = <E extends EntryOf>(
    title: string,
    { total, entries }: { total: number; entries: readonly E[] },
    textOf: (entry: E) => string,
  ) => {
    const more = total - Math.min(entries.length, MAX_SHOWN)
    return (
      total > 0 &&
      html`<section class="card">
        <h2>${title} (${numeral(total)})</h2>
        <ul>
          ${entries.slice(0, MAX_SHOWN).map((one) => html`<li>${titleOf(one)}: ${textOf(one)}</li>`)}
        </ul>
        ${more > 0 && html`<p><a href="${data}">${countText(more, 'more entry', 'more entries')}</a></p>`}
      </section>`
    )
  }
  const { new: added, moved, gone, texts } = difference
  return html`${listOf('New', { total: counts.new, entries: added }, ({ ring }) => nameOf(ring))}
  ${listOf('Moved', { total: counts.moved, entries: moved }, (one) => `from ${nameOf(one.from)} to ${nameOf(one.to)}`)}
  ${listOf('Gone', { total: counts.gone, entries: gone }, ({ ring }) => `was ${nameOf(ring)}`)}
  ${listOf('Edited', { total: counts.texts, entries: texts }, ({ fields }) => fields.join(', '))}`
}

function titleOf({ title, link }: EntryOf): Html {
  return html`<a href="${link}"><bdi>${shortened(title, MAX_TITLE)}</bdi></a>`
}

function timeOf({ at }: Edition): Html {
  return html`<time datetime="${at}">${dateText(at)}</time>`
}

function linkTo(id: string, name: string, frame: Frame): Html {
  return html`<a href="${urlWith(`/editions/${encodeURIComponent(id)}`, directorateOf(frame))}"
    ><bdi>${name}</bdi></a
  >`
}

function formOf(
  id: string,
  choices: readonly Edition[],
  { since, frame }: { since: string | undefined; frame: Frame },
): Html {
  const options = choices.map((one) => [one.id, one.name] as const)
  return html`<form
    class="card filter dense"
    method="get"
    action="/editions/${encodeURIComponent(id)}"
    aria-label="Comparison"
  >
    ${selectOf('since', 'Compare with', options, since)} ${directorateSelect(frame)}
    <button class="main">Show</button>
  </form>`
}
