import type { Directorate } from '@landscape/contracts/directorates'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { urlWith } from '@landscape/contracts/url-with'
import { LRUCache } from 'lru-cache'
import { KEPT_VIEWS, radarViewFor } from '../timeline/radar-view.ts'
import type { Landscape, Technology } from './landscape.ts'
import { radarEntries } from '../timeline/radar-entries.ts'

const viewsOf = oncePerObject(
  (_joined: Landscape) => new LRUCache<Directorate, Landscape>({ max: KEPT_VIEWS }),
)

/** A landscape with the rings of another directorate; usually the same object for the same arguments. */
export function landscapeOf(joined: Landscape, directorate: Directorate): Landscape {
  if (directorate === joined.directorate) return joined
  const views = viewsOf(joined)
  const view = views.get(directorate) ?? viewed(joined, directorate)
  views.set(directorate, view)
  return view
}

function viewed(joined: Landscape, directorate: Directorate): Landscape {
  const { radar, directorates, until } = joined.source
  // Both have the entries in stored order.
  const entries = radarEntries(radarViewFor(radar, directorates, directorate, until))
  const views = new Map(radarEntries(joined.source).map((entry, i) => [entry, entries[i] ?? entry]))
  const technologies = new Map(
    joined.technologies.map((technology): [Technology, Technology] => [
      technology,
      {
        ...technology,
        link: urlWith(technology.link, { directorate: directorate.id }),
        entries: technology.entries.map((entry) => views.get(entry) ?? entry),
      },
    ]),
  )
  return {
    ...joined,
    directorate,
    technologies: [...technologies.values()],
    entryFor: (entry) => views.get(entry) ?? entry,
    find(name) {
      const found = joined.find(name)
      return found && technologies.get(found)
    },
  }
}
