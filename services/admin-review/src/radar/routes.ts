import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import { BASED_ON, CONTROL } from '@landscape/contracts/control-members'
import { directoratesFrom } from '@landscape/contracts/directorates'
import { type DirectoratesDocument, RadarDocument } from '@landscape/contracts/landscape'
import { editDocument } from '@landscape/http/responses/documents'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { reply } from '@landscape/http/responses/reply'
import { showDocument } from '@landscape/http/responses/show-document'
import { type Call, type Route, route } from '@landscape/http/route/route'
import type { Changed } from '@landscape/store/documents/apply-all'
import type { StoredDocument } from '@landscape/store/documents/document'
import { z } from 'zod'
import { assertKnown, controlsIn } from '../history/control-members.ts'
import { SaveMessage, withUndo } from '../history/message.ts'
import { LARGE_REMOVALS, withRemovals } from '../history/removals.ts'
import { assertUseInstead } from './assert-use-instead.ts'
import { asSupplied, byReviewer, type Attribution } from './attribute.ts'
import { assertVersion, mergeRuleFor } from './find-base.ts'
import { RadarBody, readSubmission } from './submission.ts'
import { lossesOfRadar, replacedPositions, roleNotes, updateRadar } from './update-radar.ts'

/** Paragraph of the API description. */
const MERGED =
  'A save is merged with changes that others made since the caller read the radar; ' +
  '`kept` lists entries in which their changes stay, and `replaced` those of which the save replaces a ' +
  'stored position. `basedOn`, the ETag of the read, names the base version. ' +
  'Without it a sent value that was stored earlier counts as read: the newer one stays. ' +
  'If both sides changed the same field, the response is 409 with both in `conflicts`. ' +
  'A page that was read more than 500 versions ago gets 409 without `conflicts`. ' +
  'An element without an id and a title passes unchanged; a change of it is a 409. ' +
  'A new `useInstead` is the id of another entry, in a ring that does not advise against it for the default directorate.'

const Saved = SaveMessage.extend({
  kept: z
    .array(z.string())
    .optional()
    .meta({ description: "ids of entries in which others' changes were kept; absent when none" }),
  replaced: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'ids of entries of which the save removes or alters a stored position, for example one that ' +
        'the caller stored from another page; absent when none',
    }),
  droppedRoles: z
    .array(z.string())
    .optional()
    .meta({ description: 'ids of rings whose `role` the body does not contain; absent when none' }),
  ignoredRoles: z
    .array(z.string())
    .optional()
    .meta({ description: 'ids of rings whose `role` is unknown, so that it has no effect' }),
}).meta({ id: 'SavedRadar' })
type Saved = z.output<typeof Saved>

type SaveCall = Pick<
  Call<'authenticated', unknown, unknown, RadarBody>,
  'identity' | 'requestId' | 'headers' | 'body' | 'parsedBody'
>

interface SaveOptions {
  action: string
  attribution: Attribution
  prefix: '/admin/api' | '/review/api'
}

interface Deps {
  radar: StoredDocument<RadarDocument>
  directorates: StoredDocument<DirectoratesDocument>
  cache: ResponseCache
  /** Milliseconds since the epoch. */
  now: () => number
}

const UPDATE = {
  method: 'post',
  tag: 'Radar',
  body: RadarBody,
  reply: Saved,
  acceptsStored: true,
  conditional: 'edit',
  codes: ['conflict'],
} as const

/** Edits of the radar, for administrators and reviewers. */
export function radarRoutes(deps: Deps): Route[] {
  return [readRoute(deps), updateRoute(deps), reviewRoute(deps)]
}

function readRoute({ radar, cache }: Deps): Route {
  return route({
    method: 'get',
    path: '/admin/api/tech-radar',
    id: 'getRadarToEdit',
    tag: 'Radar',
    summary: 'The radar',
    description: 'The stored radar with its authors. A save accepts its ETag in `basedOn`.',
    access: { anyGroup: ['admin'] },
    reply: RadarDocument,
    codes: ['not-found'],
    conditional: 'read',
    compressed: true,
    handle: showDocument(radar, cache, {
      key: 'radar',
      isEdited: true,
      prepare: (stored) => prepareJson(stored),
    }),
  })
}

function updateRoute(deps: Deps): Route {
  return route({
    ...UPDATE,
    path: '/admin/api/tech-radar/update',
    bodySize: BODY_SIZES['/admin/api/tech-radar'],
    id: 'updateRadar',
    summary: 'Change the radar with authors as supplied',
    description:
      'Entries alone are merged by id into the stored radar; ' +
      'with a title, quadrants and rings the body replaces the radar. ' +
      `${MERGED} ${LARGE_REMOVALS}`,
    access: { anyGroup: ['admin'] },
    handle: (call) =>
      save(call, deps, {
        action: 'update radar',
        attribution: asSupplied,
        prefix: '/admin/api',
      }),
  })
}

function reviewRoute(deps: Deps): Route {
  return route({
    ...UPDATE,
    path: '/review/api/tech-radar/update',
    bodySize: BODY_SIZES['/review/api/tech-radar'],
    id: 'reviewRadar',
    summary: 'Change the radar with the caller as author',
    description:
      'The caller becomes the author of new timeline items, whatever the body contains; ' +
      `stored items keep their author. ${MERGED} ${LARGE_REMOVALS}`,
    access: { anyGroup: ['reviewer'] },
    handle: (call) =>
      save(call, deps, {
        action: 'review radar',
        attribution: byReviewer(call.identity.email),
        prefix: '/review/api',
      }),
  })
}

async function save(
  call: SaveCall,
  deps: Omit<Deps, 'cache'>,
  { action, attribution, prefix }: SaveOptions,
) {
  const { basedOn, dryRun } = controlsIn(call.body, { ...CONTROL, ...BASED_ON })
  const submission = readSubmission(call.body)
  const { email } = call.identity
  const directorates = directoratesFrom((await deps.directorates.read())?.value ?? [])
  const ifMatch = call.headers['if-match']
  // With the ETag of the current version there is nothing to merge.
  const isOnPresent = submission.structure || (ifMatch !== undefined && ifMatch.trim() !== '*')
  const mergeRule = isOnPresent
    ? undefined
    : await mergeRuleFor(deps.radar, { entries: submission.entries, basedOn, email })
  const response = await editDocument(call, {
    document: deps.radar,
    dryRun,
    action,
    completeBody: withUndo(prefix),
    change: withRemovals((current): Changed<RadarDocument, Saved> => {
      assertKnown(call.parsedBody, current, ['title', 'quadrants', 'rings', 'entries'])
      if (isOnPresent) assertVersion(current, basedOn)
      const { radar: next, kept } = updateRadar(current, submission, attribution, mergeRule)
      assertUseInstead(current, next, { sent: submission.entries, directorates, now: deps.now() })
      const message = 'Tech radar updated successfully'
      const replaced = current ? replacedPositions(current, next) : []
      const named = {
        ...(kept.length > 0 && { kept }),
        ...(replaced.length > 0 && { replaced }),
        ...roleNotes(current, next),
      }
      return { next, result: { message, ...named } }
    }, lossesOfRadar),
  })
  const saved = response.body as Saved
  // The response has no ETag, because the caller lacks the merged version (RFC 9110 §9.3.4).
  return saved.kept ? reply(200, saved) : response
}
