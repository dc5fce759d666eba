import {
  Banner,
  type BannersDocument,
  type JsonRecord,
  isRecord,
  recordsOf,
} from '@landscape/contracts'
import { route, type Route } from '@landscape/http'
import type { StoredDocument } from '@landscape/documents'
import { respond, type AnswerCache } from '@landscape/service'
import { z } from 'zod'

/** Banner messages; an installation that never had one has no document, and no banners. */
export function bannerRoutes(
  banners: StoredDocument<BannersDocument>,
  cache: AnswerCache,
): Route[] {
  const listing = (
    path: string,
    summary: string,
    pick: (banners: readonly unknown[]) => readonly JsonRecord[],
    isWhole = false,
  ) =>
    route({
      method: 'get',
      path,
      summary,
      access: 'public',
      reply: z.object({ messages: z.array(Banner) }),
      conditional: 'read',
      compressed: true,
      async handle({ headers }) {
        const snapshot = await banners.read()
        const answer = cache.answer(
          `${path} ${snapshot?.etag ?? 'none'}`,
          () => ({ messages: pick(snapshot?.value.messages ?? []) }),
          // The tag under which administrators edit the document.
          isWhole ? snapshot?.value : undefined,
        )
        return respond(headers, answer, { staleSeconds: snapshot?.staleSeconds })
      },
    })
  return [
    listing('/api/banners', 'Active banner messages', activeBanners),
    listing('/api/banners/all', 'All banner messages, inactive ones included', recordsOf, true),
  ]
}

/** The banners that are shown to everybody, in stored order; pages crash on what is no object. */
function activeBanners(banners: readonly unknown[]): JsonRecord[] {
  return banners.filter(isRecord).filter((banner) => banner['show'] === true)
}
