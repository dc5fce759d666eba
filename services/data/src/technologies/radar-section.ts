import type { TechnologyDetails } from './reply.ts'
import type { Move, Named, UseInstead } from '../timeline/reply.ts'
import { urlWith } from '@landscape/contracts/url-with'
import { dateText } from '@landscape/views/text'
import { asMarkup, html, type Html } from '@landscape/views/html'
import { movesPicture, nameOf, reviewSentence, sentenceOf } from './moves-picture.ts'
import { directorateOf, type Frame } from '../reads/frame.ts'
import { plannedText } from '../reads/page-parts.ts'
import { ringChip } from '@landscape/views/ring-chip'

/** One size for phones and desktops. */
const MOVES = { id: 'moves', width: 440 }

/** The ring of a technology, the rings of other directorates, and its moves and reviews. */
export function radarSection(
  { name, radar, rings: decided, otherEntries, lookAlikes }: TechnologyDetails,
  { frame, today }: { frame: Frame; today: number },
): Html {
  if (!radar) {
    const isAlike = lookAlikes.some(({ ring }) => ring !== null)
    return html`<section class="card" id="radar" aria-label="Radar">
      <p class="headline">Not on the radar${isAlike && ' under this name'}</p>
    </section>`
  }
  const { rings } = frame
  const { ring, since, quadrant, useInstead, description, moves, reviews } = radar
  const [review] = reviews
  const drawn = moves.length > 0 && movesPicture(name, { moves, rings, today }, MOVES)
  return html`<section class="card${drawn !== false && ' pair'}" id="radar" aria-label="Radar">
    <div>
      <p class="headline">
        ${ring === null ? 'Without a ring' : html`In <bdi>${nameOf(ring.id, rings)}</bdi>`}${since !== null && html` since <time datetime="${since}">${dateText(since)}</time>`}
      </p>
      ${insteadOf(useInstead, rings)} ${planLines(radar.plans, rings)}
      ${
        review !== undefined &&
        (since === null || review.date >= since) &&
        html`<p>Last reviewed on ${dateText(review.date)}.</p>`
      }
      ${
        quadrant.name !== '' &&
        html`<p class="soft">
          Quadrant:
          <a href="${urlWith('/technologies', { quadrant: quadrant.id, ...directorateOf(frame) })}"
            >${quadrant.name}</a
          >
        </p>`
      }
      ${
        decided.some(({ directorate }) => directorate.id !== frame.directorate.id) &&
        decisionsOf(decided, rings)
      }
      ${description !== '' && html`<p dir="auto">${description}</p>`} ${positionsList(radar, rings)}
      ${
        otherEntries.length > 0 &&
        html`<p class="soft">
          The radar has more entries with this name:
          ${otherEntries.map(({ title, ring: id }) => `${title} (${id ?? 'without a ring'})`).join(', ')}.
        </p>`
      }
    </div>
    ${drawn !== false && asMarkup(drawn)}
  </section>`
}

function planLines(plans: readonly Move[], rings: readonly Named[]): Html[] {
  return plans.map(
    ({ to, date, description }) =>
      html`<p>
        ${plannedText({ ring: to, from: date }, rings)}${description !== '' && html`: <span dir="auto">${description}</span>`}
      </p>`,
  )
}

function insteadOf(entry: UseInstead | null, rings: readonly Named[]): Html | false {
  if (!entry) return false
  const { title, ring, link } = entry
  const chip = ring ? ringChip(ring.id, rings) : 'without a ring'
  return html`<p>
    Use <a href="${link}"><bdi>${title}</bdi></a> ${chip} instead.
  </p>`
}

/** The ring of each directorate that decided its own. */
function decisionsOf(decided: TechnologyDetails['rings'], rings: Frame['rings']): Html {
  return html`<ul class="plain">
    ${decided.map(
      ({ directorate, ring, since }) =>
        html`<li>
          ${directorate.name}:
          ${ring === null ? 'without a ring' : ringChip(ring.id, rings)}${since !== null && ` since ${dateText(since)}`}
        </li>`,
    )}
  </ul>`
}

/** Moves and reviews, the newest first. */
function positionsList(
  { moves, reviews }: NonNullable<TechnologyDetails['radar']>,
  rings: readonly Named[],
): Html | false {
  const positions = [
    ...reviews.map((review) => ({ ...review, sentence: reviewSentence(review, rings) })),
    ...moves.map((move) => ({ ...move, sentence: sentenceOf(move, rings) })),
  ].sort((a, b) => Date.parse(b.date) - Date.parse(a.date))
  if (positions.length === 0) return false
  return html`<ul>
    ${positions.map(
      ({ sentence, description }) =>
        html`<li>
          ${sentence}${description !== '' && html`: <span dir="auto">${description}</span>`}
        </li>`,
    )}
  </ul>`
}
