import type { ProjectsDocument } from '@landscape/contracts/landscape'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { audienceOf } from '@landscape/http/responses/conditional-read'
import { ROW_TYPES, prepareRows, ROW_FORMAT, rowFormat } from '@landscape/http/responses/rows'
import { showDocument } from '@landscape/http/responses/show-document'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { createCsvRows, CsvRow } from './csv-rows.ts'

interface CsvRoutesDeps {
  projects: StoredDocument<ProjectsDocument>
  /** E-mail domains that the contact columns may show; `*` = any. */
  contactDomains: readonly string[]
  /** Whether contacts are shown to anonymous callers. */
  openContacts: boolean
  cache: ResponseCache
}

/** CSV columns: one per member of a row, and one per member of a dependency. */
const COLUMNS = Object.keys(CsvRow.shape).flatMap((column) =>
  /Dependenc/.test(column) ? [`${column}.name`, `${column}.description`] : [column],
)

/** Projects as flat rows. */
export function csvRoutes({
  projects,
  contactDomains,
  openContacts,
  cache,
}: CsvRoutesDeps): Route[] {
  const withContacts = createCsvRows({ contactDomains })
  const withoutContacts = createCsvRows({ contactDomains: [] })
  // A row is the same object while its project is unchanged.
  const textOf = oncePerObject((row: CsvRow) => JSON.stringify(row))
  return [
    route({
      method: 'get',
      path: '/api/csv',
      id: 'listProjectRows',
      tag: 'Landscape',
      summary: 'Projects as flat rows',
      description:
        'One row for each project, with a string for each column. ' +
        'Contacts show e-mail addresses of the configured domains only; ' +
        'empty for anonymous callers unless `CONTACTS_SHOWN_TO=everybody`.',
      otherTypes: ROW_TYPES,
      access: 'optional',
      query: z.object(ROW_FORMAT),
      reply: z.array(CsvRow),
      conditional: 'read',
      compressed: true,
      async handle({ query, identity, ...call }) {
        const format = rowFormat(call.headers, query)
        const toRows = prepareRows<CsvRow>(format, COLUMNS, textOf)
        const isForSignedIn = identity !== undefined
        const hasContacts = openContacts || isForSignedIn
        const read = showDocument(projects, cache, {
          key: `${format} rows ${hasContacts ? 'with' : 'without'} contacts`,
          absent: {},
          prepare: (stored) => toRows((hasContacts ? withContacts : withoutContacts)(stored)),
          isNegotiated: true,
          ...audienceOf(isForSignedIn),
        })
        return read(call)
      },
    }),
  ]
}
