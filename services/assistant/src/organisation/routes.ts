import { OrganisationHistory, type StoredUsage } from '@landscape/contracts/assistant'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import type { Documents } from '@landscape/store/documents/open-documents'
import { respond } from '@landscape/http/responses/conditional-read'
import { readOr, readRequired } from '@landscape/http/responses/documents'
import { PICTURE, preparePicture, respondPicture } from '@landscape/http/responses/pages'
import { preparedJsonOf } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import type { UsageSource } from '../host/port.ts'
import { dayOf } from '../usage/calendar.ts'
import { newestDay } from '../usage/newest-day.ts'
import { SEAT_USE_DAYS, seatUse } from '../usage/seat-use.ts'
import { personalReply } from '../sign-in/personal-reply.ts'
import { combinedUsage, dayObjectsOf } from '../usage/stored-usage.ts'
import { usagePicture } from './usage-picture.ts'

interface OrganisationDeps {
  source: Pick<UsageSource, 'organisationUsage' | 'seats'>
  documents: Documents<'organisationHistory'>
  /** Adds the members of the host's rows to stored days, which the newest existing client reads. */
  existingClients: boolean
}

const SeatUse = z
  .object({
    seats: z.int(),
    used: z.int(),
    newest_day: z.iso.date().nullable().meta({ description: 'newest day of stored usage' }),
  })
  .meta({ id: 'SeatUse' })

/** Live and stored usage of the organisation. */
export function organisationRoutes(deps: OrganisationDeps): Route[] {
  return [liveRoute(deps), historicRoute(deps), seatsRoute(deps), pictureRoute(deps)]
}

function liveRoute({ source }: OrganisationDeps): Route {
  return route({
    method: 'get',
    path: '/assistant/api/org/live',
    id: 'getLiveUsage',
    tag: 'Assistant usage',
    summary: 'Usage of the organisation on the most recently published days',
    description: 'Requested from the source-control host, and cached for 15 minutes.',
    access: 'authenticated',
    reply: OrganisationHistory,
    conditional: 'read',
    compressed: true,
    codes: ['not-implemented'],
    async handle({ headers }) {
      const { value, ...age } = await source.organisationUsage()
      return respond(headers, preparedJsonOf(value), { ...age, isPersonal: true })
    },
  })
}

function historicRoute({ documents, existingClients }: OrganisationDeps): Route {
  const shown = existingClients ? combinedUsage : dayObjectsOf
  return route({
    method: 'get',
    path: '/assistant/api/org/historic',
    id: 'getUsageHistory',
    tag: 'Assistant usage',
    summary: 'Stored usage of the organisation, oldest day first',
    description: 'One element per day, as the collector stored it.',
    access: 'authenticated',
    reply: OrganisationHistory,
    conditional: 'read',
    compressed: true,
    codes: ['not-found'],
    async handle({ headers }) {
      const { value, staleSeconds } = await readRequired(documents.organisationHistory)
      return respond(headers, preparedJsonOf(shown(value)), {
        staleSeconds,
        isPersonal: true,
      })
    },
  })
}

function seatsRoute({ source, documents }: OrganisationDeps): Route {
  return route({
    method: 'get',
    path: '/assistant/api/org/seats',
    id: 'countSeats',
    tag: 'Assistant usage',
    summary: 'Number of seats of the organisation, and of those in use',
    description:
      `A seat is in use when its last activity is at most ${SEAT_USE_DAYS} days ` +
      'before the newest activity of all seats.',
    access: 'authenticated',
    reply: SeatUse,
    codes: ['rate-limited', 'not-implemented', 'unavailable'],
    async handle() {
      const [{ value, staleSeconds }, stored] = await Promise.all([
        source.seats(),
        readOr(documents.organisationHistory, NOTHING),
      ])
      const newest = newestDay(stored.value)
      const { seats, used } = seatUse(value)
      const use = { seats, used, newest_day: newest ? dayOf(newest.instant) : null }
      return personalReply(use, staleSeconds, stored.staleSeconds)
    },
  })
}

function pictureRoute({ documents }: OrganisationDeps): Route {
  return route({
    ...PICTURE,
    path: '/assistant/api/org/svg',
    id: 'drawOrganisationUsage',
    tag: 'Assistant usage',
    summary: 'Chart of stored usage',
    description: 'An SVG chart of the last 182 stored days, light or dark as the browser prefers.',
    access: 'authenticated',
    async handle({ headers }) {
      const { value, staleSeconds } = await readOr(documents.organisationHistory, NOTHING)
      return respondPicture(headers, pictureOf(value), { staleSeconds, isPersonal: true })
    },
  })
}

const NOTHING: StoredUsage = []

const pictureOf = oncePerObject((stored: StoredUsage) =>
  preparePicture(usagePicture(dayObjectsOf(stored))),
)
