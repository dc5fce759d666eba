import { UNUSED_KIND, type Kind } from './reply.ts'
import { countText } from '@landscape/views/text'
import type { Frame } from '../reads/frame.ts'

/** The kinds of findings as parts of a page. */
export const titlesOf = ({ against }: Frame): Readonly<Record<Kind, string>> => ({
  'on-hold-in-use': `In ${against}, in use`,
  'not-on-radar': 'Not on the radar',
  'unused-on-radar': 'Recommended, in no project',
  'undeclared-language': 'Undeclared languages',
  'unknown-repository': 'Unknown repositories',
  'look-alike-names': 'Look-alike names',
  'not-reviewed': 'Not reviewed',
})

/** The kinds about entries of the radar. */
const OF_ENTRIES = new Set<Kind>(['on-hold-in-use', 'unused-on-radar', 'not-reviewed'])

/** The kinds that nothing but projects proves, and that of technologies which repositories contain as well. */
const OF_PROJECTS = new Set<Kind>([
  'on-hold-in-use',
  'not-on-radar',
  'undeclared-language',
  'unknown-repository',
  'look-alike-names',
])

/** The number of findings of a kind in one sentence. */
export function headlineOf(kind: Kind, count: number | null, frame: Frame): string {
  const { repositories, hasEntries, hasProjects, against, recommended } = frame
  if (!hasEntries && OF_ENTRIES.has(kind)) return 'The radar has no entries'
  if (!hasProjects && !count && OF_PROJECTS.has(kind)) return 'No projects are stored'
  if (recommended === '' && kind === UNUSED_KIND)
    return 'No ring of the radar is known to recommend its entries'
  if (count === null && kind === UNUSED_KIND)
    return 'Technologies without a known use are counted for all projects only'
  if (count === null)
    return repositories
      ? 'Sign in to see links to unknown repositories'
      : `${titlesOf(frame)[kind]}: not known`
  const technologies =
    count === 0 ? 'No technology' : countText(count, 'technology', 'technologies')
  const are = count > 1 ? 'are' : 'is'
  const isPartial = repositories !== undefined && repositories.visible < repositories.total
  return {
    'on-hold-in-use': `${technologies} in ${against} ${are} still in use`,
    'not-on-radar': `${technologies} named by two or more projects ${are} not on the radar`,
    'unused-on-radar': `${technologies} in ${recommended} ${are} without a known use`,
    'undeclared-language':
      count === 0
        ? `No ${isPartial ? 'public repository' : 'project'} has an undeclared language`
        : `${countText(count, 'undeclared language')}, counted for each project`,
    'unknown-repository':
      count === 0
        ? 'No link of a project leads to an unknown repository'
        : countText(
            count,
            'link of a project leads to an unknown repository',
            'links of projects lead to unknown repositories',
          ),
    'look-alike-names':
      count === 0
        ? 'No names look alike'
        : `${countText(count, 'group of names looks', 'groups of names look')} alike`,
    'not-reviewed':
      count === 0
        ? 'No radar entry is due for review'
        : `${countText(count, 'radar entry is', 'radar entries are')} due for review`,
  }[kind]
}
