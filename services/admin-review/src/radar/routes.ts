import {
  BASED_ON,
  BODY_SIZES,
  CONTROL,
  RADAR_ENTRY_EXAMPLE,
  RADAR_EXAMPLE,
  RadarDocument,
} from '@landscape/contracts'
import { type Call, editDocument, readDocument, reply, route, type Route } from '@landscape/http'
import type { Changed, StoredDocument } from '@landscape/store'
import { z } from 'zod'
import { assertKnown } from '../history/assert-known.ts'
import { controlsBeside } from '../history/controls.ts'
import { asSupplied, byReviewer, type Attribution } from './attribute.ts'
import { assertVersion, judgeOf } from './look-back.ts'
import { RadarBody, readSubmission } from './submission.ts'
import { updateRadar } from './update-radar.ts'
import { lossesOfRadar } from '../history/losses.ts'
import { guarded, LARGE_REMOVALS, type Guarded } from '../history/shrink-guard.ts'
import { SaveMessage, withUndo } from '../history/message.ts'

/** For the description of the API: whoever posts a whole radar has to know. */
const MERGED =
  'What others changed since the caller read the radar is kept, and named in `kept`: `basedOn` (the ETag of the read) says what was read, else the history tells; 409 with both sides in `conflicts` where both changed the same, and 409 without them where only `basedOn` can tell.'

const Saved = SaveMessage.extend({
  kept: z
    .array(z.string())
    .optional()
    .meta({ description: "ids of entries in which others' changes were kept; absent when none" }),
})
type Saved = z.output<typeof Saved>

/** How a save is made, under the prefix of the caller's routes. */
interface Saving {
  action: string
  attribution: Attribution
  prefix: '/admin/api' | '/review/api'
}

/** Editing of the radar, for administrators and reviewers. */
export function radarRoutes({
  radar,
  shrinkGuard,
}: { radar: StoredDocument<RadarDocument> } & Guarded): Route[] {
  const update = {
    method: 'post',
    body: RadarBody,
    reply: Saved,
    acceptsStored: true,
    conditional: 'edit',
    codes: ['conflict'],
  } as const
  const save = async (
    call: Pick<
      Call<'authenticated', unknown, unknown, RadarBody>,
      'identity' | 'requestId' | 'headers' | 'body' | 'sent'
    >,
    { action, attribution, prefix }: Saving,
  ) => {
    const controls = await controlsBeside(radar, call.body, { ...CONTROL, ...BASED_ON })
    const { basedOn, dryRun, confirmRemoval } = controls
    const submission = { ...readSubmission(call.body), confirmRemoval }
    const { email } = call.identity
    const ifMatch = call.headers['if-match']
    // Who names the version that is written on has seen all that others did.
    const isOnPresent = submission.structure || (ifMatch !== undefined && ifMatch.trim() !== '*')
    const judge = isOnPresent
      ? undefined
      : await judgeOf(radar, { entries: submission.entries, basedOn, email })
    const answer = await editDocument(call, {
      document: radar,
      dryRun,
      action,
      answer: withUndo(prefix),
      change: guarded(
        (current): Changed<RadarDocument, Saved> => {
          assertKnown(call.sent, current, ['title', 'quadrants', 'rings', 'entries'])
          if (isOnPresent) assertVersion(current, basedOn)
          const { radar: next, kept } = updateRadar(current, submission, attribution, judge)
          const message = 'Tech radar updated successfully'
          return { next, result: { message, ...(kept.length > 0 && { kept }) } }
        },
        {
          lossesOf: lossesOfRadar,
          isRefused: shrinkGuard === 'refuse' && confirmRemoval !== true,
        },
      ),
    })
    const saved = answer.body as Saved
    // The caller does not have the version that the tag would name (RFC 9110 §9.3.4).
    return saved.kept ? reply(200, saved) : answer
  }
  return [
    route({
      method: 'get',
      path: '/admin/api/tech-radar',
      id: 'getRadarToEdit',
      tag: 'Radar',
      summary: 'The radar',
      description: 'As it is stored, authors included. Its tag is what a save names in `basedOn`.',
      example: RADAR_EXAMPLE,
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
      id: 'updateRadar',
      tag: 'Radar',
      summary: 'Change the radar; authors are as supplied',
      description: `Entries alone are merged by id into the stored radar; with a title, quadrants and rings the whole radar is replaced. Parts that are no objects, which public reads leave out, stay unless it says \`confirmRemoval\`. ${MERGED} ${LARGE_REMOVALS}`,
      example: { message: 'Tech radar updated successfully' },
      bodyExample: { entries: [RADAR_ENTRY_EXAMPLE] },
      access: { anyGroup: ['admin'] },
      handle: (call) =>
        save(call, { action: 'update radar', attribution: asSupplied, prefix: '/admin/api' }),
    }),
    route({
      ...update,
      path: '/review/api/tech-radar/update',
      bodySize: BODY_SIZES['/review/api/tech-radar'],
      id: 'reviewRadar',
      tag: 'Radar',
      summary: 'Change the radar; the caller is the author of what is new',
      description: `What is new in a timeline gets the caller as its author, whatever is sent; what was stored keeps its own. ${MERGED} ${LARGE_REMOVALS}`,
      example: { message: 'Tech radar updated successfully' },
      bodyExample: { entries: [RADAR_ENTRY_EXAMPLE] },
      access: { anyGroup: ['reviewer'] },
      handle: (call) =>
        save(call, {
          action: 'review radar',
          attribution: byReviewer(call.identity.email),
          prefix: '/review/api',
        }),
    }),
  ]
}
