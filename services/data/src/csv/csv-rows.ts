import { asRecord, recordsOf, type JsonRecord } from '@landscape/contracts/json'
import { detailsOf } from '@landscape/contracts/project-name'
import type { Rows } from '@landscape/http/responses/rows'
import { z } from 'zod'
import {
  createDomainFilter,
  contact,
  type MayShow,
  joined,
  mainAndOthers,
  developed,
  environments,
  repositoryUrls,
  tools,
  miscellaneous,
} from './columns.ts'
import {
  dependentsByName,
  dependableName,
  dependenciesOf,
  withDependents,
  type Dependency,
  type Dependent,
} from './dependencies.ts'

/** E-mail domains that the contact columns may show; `*` = any. */
interface CsvOptions {
  readonly contactDomains: readonly string[]
}

/**
 * Creates the function that returns one flat row per project of `new_project_data.json`, in stored order,
 * computed on demand. Elements of `projects` that are not objects are omitted. A project that is the same
 * object in the next version has the same row, unless its dependents have changed.
 */
export function createCsvRows({ contactDomains }: CsvOptions): (document: unknown) => Rows<CsvRow> {
  const mayShow = createDomainFilter(contactDomains)
  const rows = new WeakMap<JsonRecord, CsvRow>()
  return (document) => {
    const projects = recordsOf(asRecord(document)['projects'])
    const dependents = dependentsByName(projects)
    const listing = withDependents(projects)
    const rowOf = (project: JsonRecord) => {
      const found = listing.has(project) ? dependents.get(dependableName(project)) : undefined
      const listed = found ?? []
      const known = rows.get(project)
      if (known && areSame(known.Listed_As_Project_Dependency, listed)) return known
      const row = csvRow(project, listed, mayShow)
      rows.set(project, row)
      return row
    }
    return {
      length: projects.length,
      slice: (from, to) => projects.slice(from, to).map(rowOf),
    }
  }
}

function areSame(known: CsvRow['Listed_As_Project_Dependency'], listed: readonly Dependent[]) {
  return (
    known.length === listed.length &&
    listed.every(
      ({ name, description }, i) => known[i]?.name === name && known[i].description === description,
    )
  )
}

const Reference = z.object({ name: z.string(), description: z.string().optional() })

/** One project as a flat row. Clients depend on the order of the columns. */
export const CsvRow = z
  .object({
    Project: z.string(),
    Project_Short: z.string(),
    Programme: z.string(),
    Programme_Short: z.string(),
    Description: z.string(),
    Stage: z.string(),
    Project_Dependencies: z.array(Reference).readonly(),
    Listed_As_Project_Dependency: z.array(Reference).readonly(),
    Developed: z.string(),
    Technical_Contact: z.string(),
    Delivery_Manager: z.string(),
    Language_Main: z.string(),
    Language_Others: z.string(),
    Language_Frameworks: z.string(),
    Hosted: z.string(),
    Architectures: z.string(),
    Environments: z.string(),
    Source_Control: z.string(),
    Repo: z.string(),
    CICD: z.string(),
    Datastores: z.string(),
    Database_Technologies: z.string(),
    Project_Tools: z.string(),
    Documentation: z.string(),
    Infrastructure: z.string(),
    Code_Editors: z.string(),
    Communication: z.string(),
    Collaboration: z.string(),
    Incident_Management: z.string(),
    Documentation_Tools: z.string(),
    UI_Tools: z.string(),
    Diagram_Tools: z.string(),
    Miscellaneous: z.string(),
    Publishing_Target: z.string(),
  })
  .meta({ id: 'CsvRow' })
export type CsvRow = z.infer<typeof CsvRow>

/** The row of a project. A missing value, or one of an unexpected type, leaves its column empty. */
function csvRow(project: JsonRecord, listed: readonly Dependent[], mayShow: MayShow): CsvRow {
  const details = detailsOf(project)
  const sourceControl = sourceControlOf(project)
  const architecture = asRecord(project['architecture'])
  const languages = asRecord(architecture['languages'])
  const hosting = asRecord(architecture['hosting'])
  const database = asRecord(architecture['database'])
  const supporting = asRecord(project['supporting_tools'])
  const dependencies: readonly Dependency[] = dependenciesOf(project)
  return {
    Project: joined(details['name']),
    Project_Short: joined(details['short_name']),
    Programme: joined(details['programme_name']),
    Programme_Short: joined(details['programme_short_name']),
    Description: joined(details['project_description']),
    Stage: joined(project['stage']),
    Project_Dependencies: dependencies,
    Listed_As_Project_Dependency: listed,
    Developed: developed(project['developed']),
    Technical_Contact: contact(project['user'], 'Technical Contact', mayShow),
    Delivery_Manager: contact(project['user'], 'Delivery Manager', mayShow),
    Language_Main: joined(languages['main']),
    Language_Others: joined(languages['others']),
    Language_Frameworks: mainAndOthers(architecture['frameworks']),
    Hosted: joined(hosting['type']),
    Architectures: joined(hosting['details']),
    Environments: environments(architecture['environments']),
    Source_Control: joined(sourceControl['type']),
    Repo: repositoryUrls(sourceControl['links']),
    CICD: mainAndOthers(architecture['cicd']),
    Datastores: joined(database['others']),
    Database_Technologies: joined(database['main']),
    Project_Tools: tools(supporting, 'project_tracking_tools', 'project_tracking'),
    Documentation: joined(details['documentation_link']),
    Infrastructure: mainAndOthers(architecture['infrastructure']),
    Code_Editors: tools(supporting, 'code_editors'),
    Communication: tools(supporting, 'communication_tools', 'communication'),
    Collaboration: tools(supporting, 'collaboration_tools', 'collaboration'),
    Incident_Management: tools(supporting, 'incident_management'),
    Documentation_Tools: tools(supporting, 'documentation_tools', 'documentation'),
    UI_Tools: tools(supporting, 'ui_tools', 'user_interface'),
    Diagram_Tools: tools(supporting, 'diagram_tools', 'diagrams'),
    Miscellaneous: miscellaneous(supporting['miscellaneous']),
    Publishing_Target: mainAndOthers(architecture['publishing']),
  }
}

/** The first element of `source_control`. */
function sourceControlOf(project: JsonRecord): JsonRecord {
  return Array.isArray(project['source_control']) ? asRecord(project['source_control'][0]) : {}
}
