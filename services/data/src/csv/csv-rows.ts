import { understood } from '@landscape/contracts/json'
import type { ProjectsDocument } from '@landscape/contracts/landscape'
import { sectionsOf } from '@landscape/contracts/project-sections'
import { projectOf, type StoredProject } from '@landscape/contracts/projects'
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
} from './columns.ts'
import { dependentsByName, dependableName, withDependents, type Dependent } from './dependencies.ts'

/** E-mail domains that the contact columns may show; `*` = any. */
interface CsvOptions {
  readonly contactDomains: readonly string[]
}

/**
 * Creates the function that returns one flat row per project of `new_project_data.json`, in stored order,
 * computed on demand. Elements of `projects` that are not objects are omitted. A project that is the same
 * object in the next version has the same row, unless its dependents have changed.
 */
export function createCsvRows({
  contactDomains,
}: CsvOptions): (document: ProjectsDocument) => Rows<CsvRow> {
  const mayShow = createDomainFilter(contactDomains)
  const rows = new WeakMap<StoredProject, CsvRow>()
  return ({ projects: stored = [] }) => {
    const projects = understood(stored.map(projectOf))
    const dependents = dependentsByName(projects)
    const listing = withDependents(projects)
    const rowOf = (project: StoredProject) => {
      const name = listing.has(project) ? dependableName(project) : undefined
      const found = name && dependents.get(name)
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

/** The row of a project. A missing or malformed value leaves its column empty. */
function csvRow(project: StoredProject, listed: readonly Dependent[], mayShow: MayShow): CsvRow {
  const { sources, architecture, hosting, tools, ...sections } = sectionsOf(project)
  const source = sources[0] ?? { type: '', links: [] }
  return {
    Project: project.name,
    Project_Short: project.shortName,
    Programme: project.programme,
    Programme_Short: project.programmeShortName,
    Description: project.description,
    Stage: project.stage,
    Project_Dependencies: project.dependencies,
    Listed_As_Project_Dependency: listed,
    Developed: developed(sections.developed),
    Technical_Contact: contact(project.people, 'Technical Contact', mayShow),
    Delivery_Manager: contact(project.people, 'Delivery Manager', mayShow),
    Language_Main: joined(architecture.languages.main),
    Language_Others: joined(architecture.languages.others),
    Language_Frameworks: mainAndOthers(architecture.frameworks),
    Hosted: joined(hosting.types),
    Architectures: joined(hosting.details),
    Environments: environments(sections.environments),
    Source_Control: source.type,
    Repo: joined(source.links.map(({ url }) => url)),
    CICD: mainAndOthers(architecture.cicd),
    Datastores: joined(architecture.database.others),
    Database_Technologies: joined(architecture.database.main),
    Project_Tools: mainAndOthers(tools.project_tracking_tools),
    Documentation: joined(project.documentation),
    Infrastructure: mainAndOthers(architecture.infrastructure),
    Code_Editors: mainAndOthers(tools.code_editors),
    Communication: mainAndOthers(tools.communication_tools),
    Collaboration: mainAndOthers(tools.collaboration_tools),
    Incident_Management: mainAndOthers(tools.incident_management),
    Documentation_Tools: mainAndOthers(tools.documentation_tools),
    UI_Tools: mainAndOthers(tools.ui_tools),
    Diagram_Tools: mainAndOthers(tools.diagram_tools),
    Miscellaneous: joined(
      sections.miscellaneous.map(({ name, description }) =>
        [name, description].filter((part) => part !== '').join(': '),
      ),
    ),
    Publishing_Target: mainAndOthers(architecture.publishing),
  }
}
