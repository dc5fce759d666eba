export { LastRun, SettledDays, UsedStates } from './assistant-state.ts'
export { ArrayDataDocument } from './array-data.ts'
export { Banner, BannersDocument } from './banners.ts'
export { DirectoratesDocument } from './directorates.ts'
export { DOCUMENTS, SHARED_DOCUMENTS, type DocumentName } from './documents.ts'
export { asRecord, isRecord, recordsOf, type JsonRecord } from './json.ts'
export { ProjectsDocument } from './projects.ts'
export { Quadrant, RadarDocument, RadarEntry, Ring } from './radar.ts'
export { LanguageStatistics, RepositoriesDocument, RepositoryStats } from './repositories.ts'
export {
  AdminTeams,
  DayObject,
  OrganisationHistory,
  Seat,
  SeatsDocument,
  Team,
  TeamsDocument,
  TeamsHistory,
} from './usage.ts'
