import { OrganisationHistory } from '@landscape/contracts'
import { route, type Route } from '@landscape/http'
import { answerOf, respond } from '@landscape/service'
import type { UsageSource } from '../sources/usage-source.ts'
import type { Documents } from '../documents.ts'
import { unableToLoad } from '../sources/texts.ts'

export interface OrganisationDeps {
  source: Pick<UsageSource, 'organisationUsage'>
  documents: Pick<Documents, 'organisationHistory'>
}

export function organisationRoutes({ source, documents }: OrganisationDeps): Route[] {
  return [
    route({
      method: 'get',
      path: '/assistant/api/org/live',
      summary: 'Usage of the organisation on the days published last',
      access: 'authenticated',
      reply: OrganisationHistory,
      errors: [401, 500, 501, 503],
      async handle({ req }) {
        const { value, ...age } = await source.organisationUsage()
        return respond(req.headers, answerOf(value), { ...age, personalTo: 'Cookie' })
      },
    }),
    route({
      method: 'get',
      path: '/assistant/api/org/historic',
      summary: 'Stored usage of the organisation, oldest day first',
      access: 'authenticated',
      reply: OrganisationHistory,
      errors: [401, 500, 503],
      async handle({ req }) {
        const stored = await documents.organisationHistory.read()
        if (!stored) throw unableToLoad('historic usage data')
        const { value, staleSeconds } = stored
        return respond(req.headers, answerOf(value), { staleSeconds, personalTo: 'Cookie' })
      },
    }),
  ]
}
