import type { Named } from '../timeline/reply.ts'
import { countText } from '@landscape/views/text'
import { html, type Html } from '@landscape/views/html'
import type { Frame } from '../reads/frame.ts'
import { ringChip } from '@landscape/views/ring-chip'

/** A technology that a reader may mean. */
export interface LookAlike {
  name: string
  link: string
  ring: Named | undefined
  /** How the names differ. */
  reason: string
  /** Numbers of projects for administrators, who can make one name an alias of the other. */
  merged?: { one: number; other: number; together: number } | undefined
}

/** The technologies that a reader may mean. */
export function lookAlikesSection(
  name: string,
  found: readonly LookAlike[],
  { rings }: Pick<Frame, 'rings'>,
): Html | false {
  if (found.length === 0) return false
  return html`<section class="card note" aria-label="Look-alikes">
    ${found.map(
      (other) =>
        html`<p>
            You may mean <a href="${other.link}"><bdi>${other.name}</bdi></a
            >${other.ring && html` ${ringChip(other.ring.id, rings)}`}: ${other.reason}.
          </p>
          ${aliasRequest(name, other)}`,
    )}
  </section>`
}

/** The request that makes one technology an alias of another, and its effect. */
function aliasRequest(alias: string, { name, ring, merged }: LookAlike): Html | false {
  if (!merged) return false
  const body = JSON.stringify({ name, alias, dryRun: true })
  return html`<details>
    <summary>For administrators: are they the same?</summary>
    <p>
      ${alias} (${countText(merged.one, 'project')}) would become an alias of ${name}
      (${ring !== undefined && `${ring.name}, `}${countText(merged.other, 'project')}), with
      ${countText(merged.together, 'project')} in all.
    </p>
    <p>
      Send this request; without <code>dryRun</code> it stores the alias.
      <a href="/docs#/Administration/addTechnologyAlias">Description</a>
    </p>
    <p><code>POST /admin/api/technology-names/aliases</code></p>
    <p><code>${body}</code></p>
  </details>`
}
