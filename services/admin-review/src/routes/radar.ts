import { BODY_SIZES, RadarDocument } from '@landscape/contracts'
import { route, type Call, type Route } from '@landscape/http'
import type { StoredDocument } from '@landscape/documents'
import { editDocument, readDocument } from '@landscape/service'
import { asSupplied, byReviewer, type Attribution } from '../radar/attribute.ts'
import { RadarBody, readSubmission } from '../radar/submission.ts'
import { updateRadar } from '../radar/update-radar.ts'
import { CONFIRMED, keepingMost, lossesOfRadar, type Guarded } from '../shrink-guard.ts'
import { Message } from './message.ts'

/** For the description of the API: whoever posts a whole radar has to know. */
const LATER_WINS =
  'A timeline is replaced as a whole: without If-Match (the ETag of the read) the later save undoes what others changed meanwhile'

/** Editing of the radar, for administrators and reviewers. */
export function radarRoutes({
  radar,
  shrinkGuard,
}: { radar: StoredDocument<RadarDocument> } & Guarded): Route[] {
  const update = {
    method: 'post',
    body: RadarBody,
    reply: Message,
    conditional: 'edit',
    codes: ['conflict'],
  } as const
  const save = (
    call: Pick<
      Call<'authenticated', unknown, unknown, RadarBody>,
      'identity' | 'requestId' | 'headers' | 'body'
    >,
    action: string,
    attribution: Attribution,
  ) => {
    const submission = readSubmission(call.body)
    return editDocument(call, {
      document: radar,
      dryRun: call.body.dryRun,
      action,
      change: keepingMost(
        shrinkGuard && call.body.confirmRemoval !== true,
        (current) => ({
          next: updateRadar(current, submission, attribution),
          result: { message: 'Tech radar updated successfully' },
        }),
        lossesOfRadar,
      ),
    })
  }
  return [
    route({
      method: 'get',
      path: '/admin/api/tech-radar',
      summary: 'The radar',
      access: { anyGroup: ['admin'] },
      reply: RadarDocument,
      conditional: 'read',
      costly: true,
      handle: (call) => readDocument(call, radar),
    }),
    route({
      ...update,
      path: '/admin/api/tech-radar/update',
      bodySize: BODY_SIZES['/admin/api/tech-radar'],
      summary: `Change the radar; authors are as supplied. ${LATER_WINS}. ${CONFIRMED}`,
      access: { anyGroup: ['admin'] },
      handle: (call) => save(call, 'update radar', asSupplied),
    }),
    route({
      ...update,
      path: '/review/api/tech-radar/update',
      bodySize: BODY_SIZES['/review/api/tech-radar'],
      summary: `Change the radar; the caller is the author of what is new. ${LATER_WINS}. ${CONFIRMED}`,
      access: { anyGroup: ['reviewer'] },
      handle: (call) => save(call, 'review radar', byReviewer(call.identity.email)),
    }),
  ]
}
