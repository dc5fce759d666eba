import { oncePerObject, OrganisationHistory, USAGE_DAY_EXAMPLE } from '@landscape/contracts'
import type { Documents } from '@landscape/documents'
import { route, type Route } from '@landscape/http'
import {
  answerOf,
  PICTURE,
  preparePicture,
  readOr,
  respond,
  respondPicture,
} from '@landscape/service'
import { unableToLoad } from '../host/failure.ts'
import type { UsageSource } from '../host/port.ts'
import { usagePicture } from './usage-picture.ts'

interface OrganisationDeps {
  source: Pick<UsageSource, 'organisationUsage'>
  documents: Documents<'organisationHistory'>
}

/** Usage of the whole organisation: as published last, and as stored. */
export function organisationRoutes({ source, documents }: OrganisationDeps): Route[] {
  return [
    route({
      method: 'get',
      path: '/assistant/api/org/live',
      id: 'getLiveUsage',
      tag: 'Assistant usage',
      summary: 'Usage of the organisation on the days published last',
      description: 'Asked of the source-control host, and remembered for a while.',
      example: [USAGE_DAY_EXAMPLE],
      access: 'authenticated',
      reply: OrganisationHistory,
      conditional: 'read',
      compressed: true,
      codes: ['not-implemented'],
      async handle({ headers }) {
        const { value, ...age } = await source.organisationUsage()
        return respond(headers, answerOf(value), { ...age, isPersonal: true })
      },
    }),
    route({
      method: 'get',
      path: '/assistant/api/org/historic',
      id: 'getUsageHistory',
      tag: 'Assistant usage',
      summary: 'Stored usage of the organisation, oldest day first',
      description: 'What the collector has stored, a day each.',
      example: [USAGE_DAY_EXAMPLE],
      access: 'authenticated',
      reply: OrganisationHistory,
      conditional: 'read',
      compressed: true,
      async handle({ headers }) {
        const stored = await documents.organisationHistory.read()
        if (!stored) throw unableToLoad('historic usage data')
        const { value, staleSeconds } = stored
        return respond(headers, answerOf(value), { staleSeconds, isPersonal: true })
      },
    }),
    route({
      ...PICTURE,
      path: '/assistant/api/org/svg',
      id: 'drawOrganisationUsage',
      tag: 'Assistant usage',
      summary: 'The trend of stored usage, drawn',
      description:
        'An SVG picture of the last half year that is stored, light or dark as its reader prefers.',
      example: usagePicture([]),
      access: 'authenticated',
      async handle({ headers }) {
        const { value, staleSeconds } = await readOr(documents.organisationHistory, NOTHING)
        return respondPicture(headers, pictureOf(value), { staleSeconds, isPersonal: true })
      },
    }),
  ]
}

const NOTHING: OrganisationHistory = []

const pictureOf = oncePerObject((history: OrganisationHistory) =>
  preparePicture(usagePicture(history)),
)
