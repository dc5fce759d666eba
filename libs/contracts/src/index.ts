export {
  AdminTeams,
  ArchivedCounts,
  ArchivedDays,
  DayObject,
  dayOfUsage,
  LastRun,
  type MonthOfSpend,
  OrganisationHistory,
  Seat,
  SeatsDocument,
  SettledDays,
  Spend,
  StoredUsage,
  Team,
  TeamsDocument,
  TeamsHistory,
  UsageItem,
  UsageRow,
  UsageRows,
  UsedStates,
} from './assistant.ts'
export {
  AcceptedKeys,
  type ApiKey,
  type ApiKeyHashesDocument,
  type ApiKeysDocument,
  INTERNAL_KEY_USE_PATH,
  INTERNAL_KEYS_PATH,
  isInScope,
  KEY_SCOPES,
  keyAuthor,
  type KeyScope,
  KEYS_PATH,
} from './api-keys.ts'
export { createKeyText, KEY_PREFIX, readKeyText } from './api-key-text.ts'
export { cachedFor } from './async/cached-for.ts'
export { coalesceCalls } from './async/coalesce-calls.ts'
export { inSlices } from './async/in-slices.ts'
export { memoise } from './async/memoise.ts'
export { oneByOne } from './async/one-by-one.ts'
export { shareByKey } from './async/share-by-key.ts'
export { withinTime } from './async/within-time.ts'
export {
  BANNER_STATES,
  BANNER_TIMES,
  bannerBounds,
  bannerState,
  bannerTimesPassed,
} from './banner-times.ts'
export { bannerContentId, bannerIds, withBannerIds } from './banners.ts'
export { BODY_SIZES } from './body-sizes.ts'
export {
  BASED_ON,
  CONTROL,
  controlMembersOf,
  noControlMembers,
  onlyMembers,
  orStored,
  strictly,
  unknownMember,
} from './control-members.ts'
export { decodeCursor, encodeCursor } from './cursor.ts'
export { describedAs, matching } from './described-as.ts'
export { changedIndexes } from './changed-indexes.ts'
export { DOCUMENTS, type DocumentName, HISTORIES, SHARED_DOCUMENTS } from './documents.ts'
export { DomainError, type ErrorCode } from './errors/domain-error.ts'
export { type Fault, faultsOf } from './errors/faults.ts'
export { safeValidate, validated } from './errors/validated.ts'
export {
  BANNER_EXAMPLE,
  CHANGES_EXAMPLE,
  CHANGE_EXAMPLE,
  LISTS_EXAMPLE,
  PROJECT_CHANGES_EXAMPLE,
  PROJECT_CHANGE_EXAMPLE,
  PROJECT_EXAMPLE,
  RADAR_ENTRY_EXAMPLE,
  RADAR_EXAMPLE,
  SEAT_EXAMPLE,
  TEAM_EXAMPLE,
  USAGE_DAY_EXAMPLE,
} from './examples.ts'
export { faultsOfChanges } from './faults-of-changes.ts'
export { Instant, Operation, RecordedChange, RecordedChanges, instantBy } from './history.ts'
export { type Group, type Identity, SCM_COOKIES, mayAct } from './identity.ts'
export {
  BannerInput,
  BannerInputShape,
  CategoryInput,
  ItemsInput,
  RADAR_STRUCTURE,
  RadarEntryInput,
} from './inputs.ts'
export { parseIsoInstant } from './iso-instant.ts'
export { type JsonRecord, asRecord, elementsOf, isRecord, ownMember, recordsOf } from './json.ts'
export {
  ArrayDataDocument,
  Banner,
  BannersDocument,
  BannersToEdit,
  DirectoratesDocument,
  ProjectsDocument,
  RadarDocument,
  RepositoriesDocument,
  Repository,
  StoreCheck,
} from './landscape.ts'
export { byCodeUnit } from './by-code-unit.ts'
export { firstIndex } from './first-index.ts'
export { type ListIndex, createListIndex } from './list-index.ts'
export { type Logger, type RequestLine } from './logger.ts'
export { restoreMalformedParts, withoutMalformedParts } from './malformed-parts.ts'
export {
  MONTHLY_DOCUMENTS,
  MONTHLY_NAMES,
  type MonthlyName,
  monthAt,
  monthlyRef,
  type PersonDay,
  type RepositoryDay,
} from './monthly-documents.ts'
export { oncePerFrozen, oncePerObject } from './once-per-object.ts'
export { pairUp } from './pair-up.ts'
export {
  belongsTo,
  haveSameHolder,
  holdersOf,
  isHeldBy,
  normalisedEmail,
  ownerOf,
  peopleIn,
} from './project-people.ts'
export {
  ENVIRONMENTS,
  ListedProjectShape,
  PROJECT_SECTIONS,
  ProjectShape,
  ProjectsShape,
} from './project-shape.ts'
export { detailsOf, projectName } from './project-name.ts'
export {
  DirectorateShape,
  ListsShape,
  type Quadrant,
  RadarShape,
  RepositoryShape,
  type Ring,
  StoredBannersShape,
} from './shapes.ts'
export {
  MAX_TECHNOLOGY_NAMES,
  type NameIndex,
  nameClashes,
  TechnologyName,
  TechnologyNamesDocument,
  type NameClash,
  indexNames,
  nameKey,
  technologyNamesOf,
} from './technology-names.ts'
export { findUnsafeJson } from './unsafe-json.ts'
export { DayShape, TeamHistoryShape, UsageActivity } from './usage-shapes.ts'
