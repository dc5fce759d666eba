import type { TechnologyTrend } from '../reads/reply.ts'
import { countText, monthText } from '@landscape/views/text'
import { asMarkup, html, svg, type Html } from '@landscape/views/html'
import { picture } from '@landscape/views/picture'
import { section } from '@landscape/views/section'
import { pathSegment } from '@landscape/contracts/url-with'

const SIZE = { width: 340, height: 96 }
const EDGE = { side: 24, top: 28, bottom: 30 }

/** The projects of a technology by month as a line, with the known months in words; nothing below two known months. */
export function trendSection({ slug, months }: TechnologyTrend): Html | false {
  const known = months.flatMap(({ month, projects }, i) =>
    projects === null ? [] : [{ month, projects, i }],
  )
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || first === last) return false
  const most = Math.max(1, ...known.map(({ projects }) => projects))
  const x = (i: number) =>
    Math.round(EDGE.side + ((SIZE.width - 2 * EDGE.side) * (i - first.i)) / (last.i - first.i))
  const y = (projects: number) =>
    Math.round(
      SIZE.height - EDGE.bottom - ((SIZE.height - EDGE.top - EDGE.bottom) * projects) / most,
    )
  // The line begins again after months that are not known.
  const path = known.map(
    ({ i, projects }, k) => `${known[k - 1]?.i === i - 1 ? 'L' : 'M'}${x(i)} ${y(projects)}`,
  )
  const label = ({ month, projects, i }: typeof first, anchor: string) =>
    svg`<text class="strong" x="${x(i)}" y="${y(projects) - 10}" text-anchor="${anchor}">${projects}</text
      ><text class="small quiet" x="${x(i)}" y="${SIZE.height - 10}" text-anchor="${anchor}">${monthText(month)}</text>`
  const description = known.map(
    ({ month, projects }) => `${monthText(month)} ${countText(projects, 'project')}`,
  )
  const drawn = picture(
    { id: 'trend', title: 'Projects by month', description: description.join(', '), ...SIZE },
    svg`<path class="trend" d="${path.join('')}"/>${known.map(
      ({ i, projects }) => svg`<circle class="main" cx="${x(i)}" cy="${y(projects)}" r="3"/>`,
    )}${label(first, 'start')}${label(last, 'end')}`,
  )
  const all = html`<a href="/api/trends/${pathSegment(slug)}">All months as JSON</a>`
  return section('by-month', 'Projects by month', [
    asMarkup(drawn),
    html`<p class="soft">${all}</p>`,
  ])
}
