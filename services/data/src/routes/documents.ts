import {
  BANNER_EXAMPLE,
  Banner,
  bannerState,
  bannerTimesPassed,
  type BannersDocument,
  DirectoratesDocument,
  recordsOf,
  withBannerIds,
} from '@landscape/contracts'
import type { Documents, StoredDocument } from '@landscape/documents'
import { route, type Call, type Route } from '@landscape/http'
import {
  inRows,
  prepareAnswer,
  preparedRows,
  readOr,
  readRequired,
  respond,
  ROW_FORMAT,
  rowFormat,
  type AnswerCache,
  type PreparedAnswer,
  type ReadOptions,
} from '@landscape/service'
import { z } from 'zod'
import { CsvRow, csvRows } from '../csv/csv-rows.ts'
import { ROWS_EXAMPLE } from './examples.ts'

export interface DocumentRoutesDeps {
  documents: Documents<'banners' | 'directorates' | 'projects'>
  /** E-mail domains that the contact columns of the csv may show; `*` = any. */
  contactDomains: readonly string[]
  /** Whether they show them to everybody, or to who has signed in only. */
  openContacts: boolean
  /** The home page of the existing web client asks for all banners, and shows all that it gets. */
  existingClients: boolean
  cache: AnswerCache
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Lists that are made of one stored document each. Those that show all of it but what is odd, since
 * pages crash on parts that are no objects, have the tag under which it is edited.
 */
export function documentRoutes({
  documents,
  contactDomains,
  openContacts,
  existingClients,
  cache,
  now,
}: DocumentRoutesDeps): Route[] {
  const { banners, directorates, projects } = documents
  const activeBanners = showing(banners, cache, activeAt(now))
  return [
    route({
      ...LIST,
      access: 'optional',
      path: '/api/csv',
      id: 'listProjectRows',
      tag: 'Landscape',
      summary: 'Projects as flat rows',
      description:
        'One row for each project, with a text for each column, as tables and spreadsheets show them. Contacts show e-mail addresses of the configured domains only, and nothing to who has not signed in, unless a setting opens them to everybody.',
      example: ROWS_EXAMPLE,
      ...inRows(ROW_COLUMNS, ROWS_EXAMPLE),
      query: z.object(ROW_FORMAT),
      reply: z.array(CsvRow),
      async handle({ headers, query, inTurn, identity }) {
        const format = rowFormat(headers, query.format)
        const isWhole = openContacts || identity !== undefined
        const read = showing(projects, cache, {
          key: `${format} rows ${isWhole ? 'whole' : 'without contacts'}`,
          absent: {},
          prepare: (stored) =>
            preparedRows<CsvRow>(
              format,
              ROW_COLUMNS,
            )(csvRows(stored, { contactDomains: isWhole ? contactDomains : [] })),
          isNegotiated: true,
        })
        return read({ headers, inTurn }, { isPersonal: identity !== undefined })
      },
    }),
    route({
      ...LIST,
      path: '/api/directorates/json',
      id: 'listDirectorates',
      tag: 'Landscape',
      summary: 'Directorates',
      description: 'As they are stored, in their order.',
      example: [
        { id: 0, name: 'Coastal Services (CS)', colour: '#1f77b4', default: true, enabled: true },
      ],
      reply: DirectoratesDocument,
      handle: showing(directorates, cache, {
        key: 'directorates',
        prepare: (stored) => prepareAnswer(recordsOf(stored), stored),
      }),
    }),
    route({
      ...LIST,
      path: '/api/banners',
      id: 'listActiveBanners',
      tag: 'Landscape',
      summary: 'Active banner messages, each with its id',
      description:
        'What pages show to everybody now: neither hidden banners, nor those that have not started or have ended.',
      example: { messages: [BANNER_EXAMPLE] },
      reply: Messages,
      handle: activeBanners,
    }),
    route({
      ...LIST,
      path: '/api/banners/all',
      id: 'listBanners',
      tag: 'Landscape',
      summary: 'All banner messages, inactive ones included, each with its id',
      description:
        'Hidden, scheduled and ended ones included; a setting for an existing client leaves them out.',
      example: { messages: [BANNER_EXAMPLE] },
      reply: Messages,
      handle: existingClients ? activeBanners : showing(banners, cache, ALL_BANNERS),
    }),
  ]
}

/** Of the CSV: those of a row, and of the projects that it names. */
const ROW_COLUMNS = Object.keys(CsvRow.shape).flatMap((column) =>
  /Dependenc/.test(column) ? [`${column}.name`, `${column}.description`] : [column],
)

const LIST = { method: 'get', access: 'public', conditional: 'read', compressed: true } as const
const Messages = z.object({ messages: z.array(Banner) })

interface Showing<T, S> {
  /** Tells the lists that are made of one document apart. */
  key: string
  /** What is shown while nothing is stored; without it there is no answer then. */
  absent?: T
  /** Reads the clock, when what is shown depends on the time. */
  now?: () => number
  /** What tells apart what is shown of one version at different times. */
  formOf?: (stored: T, at: number) => number
  /** Makes the answer about a version, and an instant. */
  prepare: (stored: T, at: number) => PreparedAnswer<S> | Promise<PreparedAnswer<S>>
  /** Whether its format is the one that `Accept` asks for. */
  isNegotiated?: boolean
}

/** Answers what a version of a document shows, prepared once for all who ask. */
function showing<T, S>(
  document: StoredDocument<T>,
  cache: AnswerCache,
  { key, absent, now = () => 0, formOf = () => 0, prepare, isNegotiated = false }: Showing<T, S>,
) {
  return async (
    { headers, inTurn }: Pick<Call<'public', unknown, unknown, unknown>, 'headers' | 'inTurn'>,
    { isPersonal = false }: Pick<ReadOptions, 'isPersonal'> = {},
  ) => {
    const { value, etag, staleSeconds } =
      absent === undefined ? await readRequired(document) : await readOr(document, absent)
    const options = { staleSeconds, isNegotiated, isPersonal, isPublic: !isPersonal }
    const at = now()
    return cache.inTurn(
      { question: key, version: `${etag} ${formOf(value, at)}` },
      inTurn,
      () => prepare(value, at),
      (answer) => respond(headers, answer, options),
    )
  }
}

type Banners = Showing<BannersDocument, z.output<typeof Messages>>

// An installation that never had a banner has no document, and no banners.
const NO_BANNERS = { messages: [] }

/** The banners that are shown to everybody now, in stored order; pages crash on what is no object. */
const activeAt = (now: () => number): Banners => ({
  key: 'active banners',
  absent: NO_BANNERS,
  now,
  formOf: ({ messages }, at) => bannerTimesPassed(messages, at),
  prepare({ messages }, at) {
    const banners = recordsOf(withBannerIds(messages))
    return prepareAnswer({
      messages: banners.filter((banner) => bannerState(banner, at) === 'shown'),
    })
  },
})

const ALL_BANNERS: Banners = {
  key: 'banners',
  absent: NO_BANNERS,
  // With the tag of the document, under which it is edited.
  prepare: (stored) =>
    prepareAnswer({ messages: recordsOf(withBannerIds(stored.messages)) }, stored),
}
