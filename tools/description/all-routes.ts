import { DOCUMENTS, type DocumentName } from '@landscape/contracts/documents'
import type { Route } from '@landscape/http/route/route'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { openMonths } from '@landscape/store/documents/open-months'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { createRoutes as adminReviewRoutes } from '@landscape/admin-review/app'
import { createRoutes as assistantRoutes } from '@landscape/assistant/app'
import { createSampleBilling } from '@landscape/assistant/host/billing-source'
import { createSampleSource } from '@landscape/assistant/host/fallback-sources'
import { openSignIn } from '@landscape/assistant/sign-in/open-sign-in'
import { createRoutes as dataRoutes } from '@landscape/data/app'
import { UPSTREAMS, type UpstreamName } from '@landscape/gateway/request/prefixes'
import { createRoutes as gatewayRoutes } from '@landscape/gateway/site/own-app'
import { createRoutes as projectsRoutes } from '@landscape/projects/app'

const now = () => 0
const pass = async () => {}

/** The routes of each process, with the defaults of the settings and an empty store. No handler runs. */
export function allRoutes(): Record<'gateway' | UpstreamName, readonly Route[]> {
  const store = createEmbeddedStore(':memory:')
  const destination = { write() {} }
  const logger = createLogger({ service: 'description', level: 'silent', destination })
  const names = Object.keys(DOCUMENTS) as DocumentName[]
  const documents = openDocuments(store, names, { logger })
  const existingClients = false
  return {
    gateway: gatewayRoutes({
      readPart: async () => ({ missing: 'unavailable' }),
      user: {
        development: false,
        logout: {
          poolDomain: undefined,
          region: undefined,
          clientId: undefined,
          signOutUrl: undefined,
          frontendUrls: [],
        },
      },
      serviceChecks: Object.fromEntries(UPSTREAMS.map((name) => [name, pass])) as Record<
        UpstreamName,
        typeof pass
      >,
      isDraining: () => false,
      logger,
    }),
    projects: projectsRoutes({ projects: documents.projects, existingClients }),
    data: dataRoutes({
      documents,
      contactDomains: ['*'],
      openContacts: false,
      reviewAfterMonths: 12,
      existingClients,
      publicUrl: undefined,
      now,
      process,
    }),
    'admin-review': adminReviewRoutes({ documents, now }),
    assistant: assistantRoutes({
      ...openSignIn(
        { client: undefined, missing: [], frontendUrl: undefined, secrets: ['unused'] },
        { development: true, usedStates: documents.usedStates, fetch: () => fetch, logger },
      ),
      source: createSampleSource(documents),
      billingSource: createSampleBilling(documents.seats),
      prices: { creditsPerSeat: undefined, seatPrice: undefined },
      documents: { ...documents, ...openMonths(store, { logger }) },
      existingClients,
      now,
    }),
  }
}
