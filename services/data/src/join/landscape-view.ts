import type { Directorate } from '@landscape/contracts/directorates'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { urlWith } from '@landscape/http/request/url-with'
import { seenBy } from '../radar/seen-radar.ts'
import type { Landscape, Technology } from './landscape.ts'
import { radarEntries } from './radar-entries.ts'

const viewsOf = oncePerObject((_joined: Landscape) => new WeakMap<Directorate, Landscape>())

/**
 * A landscape with the rings of another directorate; the same object for the same arguments.
 *
 * @param radar the radar of the landscape
 */
export function landscapeOf(
  joined: Landscape,
  radar: RadarDocument,
  directorate: Directorate,
): Landscape {
  if (directorate === joined.directorate) return joined
  const views = viewsOf(joined)
  const view = views.get(directorate) ?? viewed(joined, radar, directorate)
  views.set(directorate, view)
  return view
}

function viewed(joined: Landscape, radar: RadarDocument, directorate: Directorate): Landscape {
  const entriesFor = (whose: Directorate) => radarEntries(seenBy(radar, joined.directorates, whose))
  const seen = entriesFor(directorate)
  const views = new Map(entriesFor(joined.directorate).map((entry, i) => [entry, seen[i] ?? entry]))
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
    seen: (entry) => views.get(entry) ?? entry,
    find(name) {
      const found = joined.find(name)
      return found && technologies.get(found)
    },
  }
}
