import { urlWith } from '@landscape/contracts/url-with'
import { countText } from '@landscape/views/text'
import { asMarkup, html, type Html, type Part } from '@landscape/views/html'
import { directorateForm } from '../reads/directorate-form.ts'
import { directorateOf, landscapePage, type Frame } from '../reads/frame.ts'
import { plannedText, tabsOf } from '../reads/page-parts.ts'
import type { Move } from '../timeline/reply.ts'
import { itemsOf, section } from '@landscape/views/section'
import { ringChip } from '@landscape/views/ring-chip'

const PATH = '/radar'

/** A part of the radar. */
interface RadarContent {
  title: string
  /** Name of the ring that advises against its entries by an assumption only. */
  assumed: string | undefined
  filter: { ring?: string | undefined; quadrant?: string | undefined }
  /** The next plans, and the number of all. */
  plans: readonly Pick<Move, 'title' | 'to' | 'date'>[]
  planTotal: number
  /** SVG for large screens; on small ones the list is easier to read. */
  disc: string
  /** Number of entries of each ring in the quadrant of the filter. */
  totals: readonly number[]
  groups: readonly {
    /** Of the quadrant. */
    name: string
    entries: readonly {
      /** In the picture. */
      number: number
      title: string
      path: string
      /** Of its technology. */
      slug: string | undefined
      /** Index. */
      ring: number
      /** Numbers of projects and repositories that use it now; null when it is not scanned. */
      projects: number
      repositories: number | null
    }[]
  }[]
}

/** Page of the radar: on wide screens its picture is next to the list of its entries. */
export function radarPage(content: RadarContent, frame: Frame): string {
  const { title, assumed, plans, filter, disc, groups } = content
  const shown = groups.filter(({ entries }) => entries.length > 0)
  return landscapePage(
    frame,
    { title, mainPage: PATH, repositories: 'counted' },
    html`${directorateForm(frame, PATH, filter)} ${ringLinks(content, frame)}
      ${
        assumed !== undefined &&
        html`<p class="soft">
          Assumed: <bdi>${assumed}</bdi> advises against its entries, because no other ring does.
        </p>`
      }
      <div class="pair">
        <div class="card broad">${asMarkup(disc)}</div>
        <section class="card" aria-label="Entries">
          ${shown.length === 0 && html`<p>No entry of the radar ${filter.ring === undefined ? 'is' : 'is in this ring and'} in a quadrant.</p>`}
          ${shown.map((group) => groupOf(group, frame))}
          <p class="soft">
            <a href="${urlWith('/technologies', { on_radar: true, ...directorateOf(frame) })}"
              >All entries as a table</a
            >
            ·
            <a href="${urlWith('/api/tech-radar/svg', { ...filter, ...directorateOf(frame) })}"
              >Open the picture</a
            >
            · <a href="${urlWith('/editions/now', directorateOf(frame))}">Changes by edition</a>
          </p>
        </section>
      </div>
      ${plans.length > 0 && plansOf(content, frame)}`,
  )
}

function plansOf({ plans, planTotal }: RadarContent, frame: Frame): Html | false {
  const href = urlWith('/api/tech-radar/plans', { ...directorateOf(frame), format: 'csv' })
  return section('plans', 'Planned', [
    itemsOf(
      plans.map(
        ({ title, to, date }) =>
          html`<bdi>${title}</bdi> ${plannedText({ ring: to, from: date }, frame.rings)}`,
      ),
    ),
    html`<p><a href="${href}">${countText(planTotal, 'plan')} as CSV</a></p>`,
  ])
}

function ringLinks({ filter, totals }: RadarContent, frame: Frame): Html {
  const tab = (ring: string | undefined, title: Part, count: number) => {
    const href = urlWith(PATH, { ...filter, ring, ...directorateOf(frame) })
    return { href, title, count, isCurrent: ring?.toLowerCase() === filter.ring }
  }
  const rings = totals.flatMap((count, i) => {
    const ring = frame.rings[i]
    return ring ? [tab(ring.id, ringChip(ring.id, frame.rings), count)] : []
  })
  const all = totals.reduce((sum, count) => sum + count, 0)
  return tabsOf('Rings', [tab(undefined, 'All', all), ...rings])
}

function groupOf({ name, entries }: RadarContent['groups'][number], frame: Frame): Html {
  const { rings } = frame
  return html`<h2><bdi>${name}</bdi></h2>
    <ul class="lines entries">
      ${entries.map(
        ({ number, title, path, ring, ...use }) =>
          html`<li>
            <span class="soft">${number}</span>
            <a href="${path}"><bdi>${title}</bdi></a>
            ${rings[ring] && ringChip(rings[ring].id, rings)}
            <span class="soft">${useText(use, frame)}</span>
          </li>`,
      )}
    </ul>`
}

type Use = Pick<
  RadarContent['groups'][number]['entries'][number],
  'slug' | 'projects' | 'repositories'
>

/** The use of an entry: with repositories where a scan can find it. */
function useText({ slug: technology, projects, repositories }: Use, frame: Frame): Html {
  const parameters = { technology, retired: false, ...directorateOf(frame) }
  return html`${projects === 0 ? 'no project' : html`<a href="${urlWith('/projects', parameters)}">${countText(projects, 'project')}</a>`}${repositories !== null && `, ${countText(repositories, 'repository', 'repositories')}`}`
}
