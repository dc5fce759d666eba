import { countText } from '@landscape/views/count-text'
import { html, type Html } from '@landscape/views/html'
import { MAX_LOOK_ALIKES, type Resemblance } from '../drift/look-alike-index.ts'
import type { Technology } from '../join/landscape.ts'

/** The name of a technology with its ring. */
export function nameWithRing({ name, entries: [entry] }: Technology): string {
  return entry?.ring ? `${name} (${entry.ring.name})` : name
}

/**
 * The technologies that a reader may mean, for a technology that is not on the radar.
 *
 * @param isSignedIn whether to show the request with which administrators make the technology an alias
 */
export function lookAlikeSection(
  technology: Technology,
  found: readonly Resemblance[],
  isSignedIn: boolean,
): Html | false {
  if (technology.entries.length > 0 || found.length === 0) return false
  return html`<section class="card note" aria-label="Look-alikes">
    ${found.slice(0, MAX_LOOK_ALIKES).map(
      ({ technology: other, why }) =>
        html`<p>
            You may mean <a href="${other.link}"><bdi>${nameWithRing(other)}</bdi></a
            >: ${why}.
          </p>
          ${isSignedIn && other.entries.length > 0 && aliasRequest(technology, other)}`,
    )}
  </section>`
}

/** The request that makes one technology an alias of another, and its effect. */
function aliasRequest(one: Technology, other: Technology): Html {
  const all = new Set(
    [one, other].flatMap(({ projects }) => projects.map(({ project }) => project)),
  )
  const ring = other.entries[0]?.ring?.name
  const uses = ({ projects }: Technology) => countText(projects.length, 'project')
  const body = JSON.stringify({ name: other.name, alias: one.name, dryRun: true })
  return html`<details>
    <summary>For administrators: are they the same?</summary>
    <p>
      ${one.name} (${uses(one)}) would become an alias of ${other.name}
      (${ring !== undefined && `${ring}, `}${uses(other)}), with ${countText(all.size, 'project')}
      in all.
    </p>
    <p>
      Send this request; without <code>dryRun</code> it stores the alias.
      <a href="/docs#/Administration/addTechnologyAlias">Description</a>
    </p>
    <p><code>POST /admin/api/technology-names/aliases</code></p>
    <p><code>${body}</code></p>
  </details>`
}
