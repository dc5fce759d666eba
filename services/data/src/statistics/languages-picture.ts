import { admitLine, compareNames } from '@landscape/contracts/admit'
import { countText, shortened } from '@landscape/views/text'
import { svg } from '@landscape/views/html'
import { emptyPicture, picture } from '@landscape/views/picture'
import { scaleBand, scaleLinear } from 'd3-scale'
import type { Statistics } from './statistics.ts'

const MAX_LANGUAGES = 20
const WIDTH = 360
const EDGE = 20
const TOP = 64
const ROW = 26
/** Start of the bars, and their maximum end, which leaves room for a number. */
const BARS = { from: 146, to: WIDTH - EDGE - 45 }

/** A bar chart of the languages by number of repositories. */
export function languagesPicture({ language_statistics, stats }: Statistics): string {
  const all = Object.entries(language_statistics)
    .map(([name, { repo_count: count }]) => ({ name, line: admitLine(name), count }))
    .toSorted((a, b) => b.count - a.count || compareNames(a.line, b.line))
  const shown = all.slice(0, MAX_LANGUAGES)
  const about = { id: 'languages', title: 'Languages' }
  if (shown.length === 0) {
    return emptyPicture({ ...about, description: 'No language of any repository is known.' })
  }
  const bottom = TOP + shown.length * ROW
  const y = scaleBand(shown.keys(), [TOP, bottom]).padding(0.3)
  const x = scaleLinear([0, shown[0]?.count ?? 1], [BARS.from, BARS.to])
  const repositories = countText(stats.total_repos, 'repository', 'repositories')
  const which =
    all.length > MAX_LANGUAGES
      ? `The ${MAX_LANGUAGES} most used of ${all.length} languages`
      : 'Languages'
  const description = `${which} by how many of ${repositories} use them: ${shown
    .map(({ name, count }) => `${shortened(name, 40)} ${count}`)
    .join(', ')}.`
  return picture({ ...about, description, width: WIDTH, height: bottom + EDGE / 2 }, [
    svg`<text class="heading" x="${EDGE}" y="34">${about.title}</text>`,
    svg`<text class="quiet" x="${EDGE}" y="54">in how many of ${repositories}</text>`,
    ...shown.map(({ name, count }, i) => {
      const top = y(i) ?? 0
      const middle = svg`y="${(top + y.bandwidth() / 2).toFixed(1)}" dy=".35em"`
      const length = Math.max(1, x(count) - BARS.from)
      const size = svg`width="${length.toFixed(1)}" height="${y.bandwidth().toFixed(1)}"`
      const shownName = shortened(name, (BARS.from - EDGE) / 13)
      const end = (BARS.from + length + 6).toFixed(1)
      return svg`${[
        svg`<text x="${BARS.from - 8}" ${middle} text-anchor="end">${shownName}</text>`,
        svg`<rect class="main" x="${BARS.from}" y="${top.toFixed(1)}" ${size} rx="2"/>`,
        svg`<text class="quiet" x="${end}" ${middle}>${count}</text>`,
      ]}`
    }),
  ])
}
