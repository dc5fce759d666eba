import type { LeftOut, ProjectLeftOut } from '../join/landscape.ts'
import { countText } from '@landscape/views/text'
import { html, type Html } from '@landscape/views/html'

/** The sentence about what a project names and the landscape does not contain. */
export function projectLeftOut({ names, links, dependencies }: ProjectLeftOut): Html | false {
  return sentence([
    [names, 'more name', 'more names'],
    [links, 'more link', 'more links'],
    [dependencies, 'more dependency', 'more dependencies'],
  ])
}

/** The sentence about the names that the landscape does not contain. */
export function landscapeLeftOut({
  entries,
  listItems,
  languages,
  projectNames,
}: LeftOut): Html | false {
  return sentence([
    [entries, 'entry of the radar', 'entries of the radar'],
    [listItems, 'list item', 'list items'],
    [languages, 'language of repositories', 'languages of repositories'],
    [projectNames, 'name of projects', 'names of projects'],
  ])
}

function sentence(counts: readonly (readonly [count: number, one: string, many: string])[]) {
  const counted = counts.filter(([count]) => count > 0)
  const texts = counted.map(([count, one, many]) => countText(count, one, many))
  if (texts.length === 0) return false
  const listed = [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' and ')
  const isOne = counted.length === 1 && counted[0]?.[0] === 1
  return html`<p class="soft">${listed} ${isOne ? 'is' : 'are'} not part of the landscape.</p>`
}
