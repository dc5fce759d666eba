import { DOCUMENTS } from '@landscape/contracts'
import { createDocument, type DocumentOptions } from '@landscape/documents'
import { type ObjectStore } from '@landscape/object-store'
import { LAST_RUN_REF, LastRun } from './collector/lease.ts'
import { SETTLED_DAYS_REF, SettledDays } from './collector/settled-days.ts'
import { USED_STATES_REF, UsedStatesDocument } from './oauth/used-states.ts'

/** The documents of the service, each with its cache: make them once per process. */
export function createDocuments(store: ObjectStore, options: DocumentOptions = {}) {
  const { organisationHistory, teamsHistory, teams, adminTeams, seats } = DOCUMENTS
  const { ref, schema } = organisationHistory
  return {
    organisationHistory: createDocument(store, ref, schema, options),
    teamsHistory: createDocument(store, teamsHistory.ref, teamsHistory.schema, options),
    teams: createDocument(store, teams.ref, teams.schema, options),
    adminTeams: createDocument(store, adminTeams.ref, adminTeams.schema, options),
    seats: createDocument(store, seats.ref, seats.schema, options),
    usedStates: createDocument(store, USED_STATES_REF, UsedStatesDocument, options),
    settledDays: createDocument(store, SETTLED_DAYS_REF, SettledDays, options),
    lastRun: createDocument(store, LAST_RUN_REF, LastRun, options),
  }
}
