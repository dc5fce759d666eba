export {
  AdminTeams,
  DayObject,
  LastRun,
  OrganisationHistory,
  Seat,
  SeatsDocument,
  SettledDays,
  Team,
  TeamsDocument,
  TeamsHistory,
  UsedStates,
} from './assistant.ts'
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
  controlWordsOf,
  noControls,
  onlyMembers,
  orStored,
  strictly,
  unknownMember,
} from './control-words.ts'
export { decodeCursor, encodeCursor } from './cursor.ts'
export { describedAs, matching } from './described-as.ts'
export { differingPlaces } from './differing-places.ts'
export { DOCUMENTS, HISTORIES, SHARED_DOCUMENTS, type DocumentName } from './documents.ts'
export {
  BANNER_EXAMPLE,
  CHANGE_EXAMPLE,
  CHANGES_EXAMPLE,
  LISTS_EXAMPLE,
  PROJECT_CHANGE_EXAMPLE,
  PROJECT_CHANGES_EXAMPLE,
  PROJECT_EXAMPLE,
  RADAR_ENTRY_EXAMPLE,
  RADAR_EXAMPLE,
  SEAT_EXAMPLE,
  TEAM_EXAMPLE,
  USAGE_DAY_EXAMPLE,
} from './examples.ts'
export { oncePerFrozen, oncePerObject } from './once-per-object.ts'
export { faultsOfChanges } from './faults-of-changes.ts'
export { Instant, instantBy, Operation, RecordedChange, RecordedChanges } from './history.ts'
export {
  BannerInput,
  BannerInputShape,
  CategoryInput,
  ItemsInput,
  RADAR_STRUCTURE,
  RadarEntryInput,
} from './inputs.ts'
export { parseIsoInstant } from './iso-instant.ts'
export { asRecord, elementsOf, isRecord, ownMember, recordsOf, type JsonRecord } from './json.ts'
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
export { createListIndex, type ListIndex } from './list-index.ts'
export { withOddParts, withoutOddParts } from './odd-parts.ts'
export { pairUp } from './pair-up.ts'
export {
  ENVIRONMENTS,
  ListedProjectShape,
  PROJECT_SECTIONS,
  ProjectShape,
  ProjectsShape,
} from './project-shape.ts'
export {
  belongsTo,
  haveSameHolder,
  holdersOf,
  isHeldBy,
  normalisedEmail,
  ownerOf,
  peopleIn,
} from './project-people.ts'
export { detailsOf, projectName } from './projects.ts'
export {
  DirectorateShape,
  ListsShape,
  RadarShape,
  RepositoryShape,
  StoredBannersShape,
  type Quadrant,
  type Ring,
} from './shapes.ts'
export { unsoundPlaces } from './unsound.ts'
export { DayShape, TeamHistoryShape } from './usage-shapes.ts'
