import { BannersDocument, type Banner } from '@landscape/contracts'
import { route, type Route } from '@landscape/http'
import type { StoredDocument } from '@landscape/object-store'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { respond } from '../answers/respond.ts'
import { activeBanners } from '../banners/active-banners.ts'

/** Banner messages; an installation that never had one has no document, and no banners. */
export function bannerRoutes(
  banners: StoredDocument<BannersDocument>,
  cache: AnswerCache,
): Route[] {
  const listing = (
    path: string,
    summary: string,
    pick: (banners: readonly Banner[]) => readonly Banner[],
    isWhole = false,
  ) =>
    route({
      method: 'get',
      path,
      summary,
      access: 'public',
      reply: BannersDocument,
      errors: [500, 503],
      async handle({ req }) {
        const snapshot = await banners.read()
        const answer = cache.answer(
          `${path} ${snapshot?.etag ?? 'none'}`,
          () => ({ messages: pick(snapshot?.value.messages ?? []) }),
          // The tag under which administrators edit the document.
          isWhole ? snapshot?.value : undefined,
        )
        return respond(req.headers, answer, snapshot?.staleSeconds)
      },
    })
  return [
    listing('/api/banners', 'Active banner messages', activeBanners),
    listing('/api/banners/all', 'All banner messages, inactive ones included', (all) => all, true),
  ]
}
