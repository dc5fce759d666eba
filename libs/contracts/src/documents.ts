import {
  AdminTeams,
  ArchivedCounts,
  ArchivedDays,
  StoredUsage,
  SeatsDocument,
  TeamsDocument,
  TeamsHistory,
  LastRun,
  SettledDays,
  Spend,
  UsedStates,
} from './assistant.ts'
import { withBannerIds } from './banners.ts'
import { ApiKeyHashesDocument, ApiKeysDocument } from './api-keys.ts'
import { EditionsDocument } from './editions.ts'
import { LandscapeMonths } from './landscape-months.ts'
import { TechnologyNamesDocument } from './technology-names.ts'
import {
  ArrayDataDocument,
  BannersDocument,
  DirectoratesDocument,
  ProjectsDocument,
  RadarDocument,
  RepositoriesDocument,
  LastBackup,
  StoreCheck,
} from './landscape.ts'

/** Documents that are shared with other programs: the location and schema of each. */
export const SHARED_DOCUMENTS = {
  repositories: {
    ref: { bucket: 'main', key: 'repositories.json' },
    schema: RepositoriesDocument,
  },
  radar: { ref: { bucket: 'main', key: 'onsRadarSkeleton.json' }, schema: RadarDocument },
  banners: { ref: { bucket: 'main', key: 'messages.json' }, schema: BannersDocument },
  directorates: { ref: { bucket: 'main', key: 'directorates.json' }, schema: DirectoratesDocument },
  projects: {
    ref: { bucket: 'audit-tool', key: 'new_project_data.json' },
    schema: ProjectsDocument,
  },
  arrayData: { ref: { bucket: 'audit-tool', key: 'array_data.json' }, schema: ArrayDataDocument },
  organisationHistory: {
    ref: { bucket: 'assistant', key: 'historic_usage_data.json' },
    schema: StoredUsage,
  },
  teamsHistory: { ref: { bucket: 'assistant', key: 'teams_history.json' }, schema: TeamsHistory },
  teams: { ref: { bucket: 'assistant', key: 'copilot_teams.json' }, schema: TeamsDocument },
  adminTeams: { ref: { bucket: 'assistant', key: 'admin_teams.json' }, schema: AdminTeams },
  seats: { ref: { bucket: 'assistant', key: 'seats.json' }, schema: SeatsDocument },
} as const

/** All stored documents; those after the archives are used by the landscape only. */
export const DOCUMENTS = {
  ...SHARED_DOCUMENTS,
  /** Archives of the previous system, which nothing changes. */
  archivedDays: {
    ref: { bucket: 'assistant', key: 'archive/pre-mar26/historic_usage_data_mar26.json' },
    schema: ArchivedDays,
  },
  archivedCounts: {
    ref: { bucket: 'assistant', key: 'archive/pre-feb25/historic_usage_data_feb25.json' },
    schema: ArchivedCounts,
  },
  technologyNames: {
    ref: { bucket: 'audit-tool', key: 'technology_names.json' },
    schema: TechnologyNamesDocument,
  },
  radarEditions: { ref: { bucket: 'main', key: 'radar_editions.json' }, schema: EditionsDocument },
  landscapeMonths: {
    ref: { bucket: 'main', key: 'landscape_months.json' },
    schema: LandscapeMonths,
  },
  apiKeys: { ref: { bucket: 'main', key: 'api_keys.json' }, schema: ApiKeysDocument },
  apiKeyHashes: {
    ref: { bucket: 'main', key: 'api_key_hashes.json' },
    schema: ApiKeyHashesDocument,
  },
  storeCheck: { ref: { bucket: 'main', key: 'store_check.json' }, schema: StoreCheck },
  lastBackup: { ref: { bucket: 'main', key: 'last_backup.json' }, schema: LastBackup },
  lastRun: { ref: { bucket: 'assistant', key: 'collector_last_run.json' }, schema: LastRun },
  settledDays: { ref: { bucket: 'assistant', key: 'collector_days.json' }, schema: SettledDays },
  spend: { ref: { bucket: 'assistant', key: 'spend.json' }, schema: Spend },
  usedStates: {
    ref: { bucket: 'assistant', key: 'used_sign_in_states.json' },
    schema: UsedStates,
  },
} as const

/** Models of documents; see `DocumentModel` of `@landscape/store`. */
export const MODELS: Partial<Record<DocumentName, { complete: (value: unknown) => unknown }>> = {
  banners: { complete: (value) => withIds(value as BannersDocument) },
}

function withIds(document: BannersDocument): BannersDocument {
  const messages = withBannerIds(document.messages)
  return messages === document.messages ? document : { ...document, messages }
}

/** Documents with a history, by their names in the API. */
export const HISTORIES = {
  radar: 'radar',
  banners: 'banners',
  lists: 'arrayData',
  projects: 'projects',
  'technology-names': 'technologyNames',
  editions: 'radarEditions',
  keys: 'apiKeys',
} as const satisfies Record<string, keyof typeof DOCUMENTS>

/** The name of a document in the catalogue. */
export type DocumentName = keyof typeof DOCUMENTS
