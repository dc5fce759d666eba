/** A complete project as the registry's web client receives it. */
export interface Shown {
  user: { email?: string | null; roles: string[]; grade?: string | null }[]
  details: Record<string, unknown>[]
  developed: (string | string[])[]
  source_control: Record<string, unknown>[]
  architecture: Record<string, unknown> & { hosting: { type: string[]; details?: unknown } }
  stage: unknown
  supporting_tools: Record<string, unknown>
}

const NONE = { main: [], others: [] }

/**
 * Returns the project as the web client's form submits it: the fields of its pages, blank where a page was
 * skipped.
 *
 * @throws TypeError where the form crashes and cannot be submitted
 */
export function formOf(shown: Shown) {
  const { user, details, developed, architecture, stage, supporting_tools: tools } = shown
  const contact = (index: number, role: string) => ({
    email: user[index]?.email || '',
    roles: [role],
    grade: user[index]?.grade || '',
  })
  const others = user.filter(
    ({ roles }) => !roles.includes('Technical Contact') && !roles.includes('Delivery Manager'),
  )
  const [about = {}] = details
  const [by = '', partner = ''] = developed
  const [source = {}] = shown.source_control
  return {
    user: [contact(0, 'Technical Contact'), contact(1, 'Delivery Manager'), ...others],
    details: [
      {
        name: about['name'] ?? '',
        short_name: about['short_name'] ?? '',
        documentation_link: about['documentation_link'],
        project_description: about['project_description'] ?? '',
        programme_name: about['programme_name'] ?? '',
        programme_short_name: about['programme_short_name'] ?? '',
        project_dependencies: about['project_dependencies'] || [],
      },
    ],
    developed: [by, (Array.isArray(partner) ? partner[0] : partner) || ''],
    source_control: [{ type: source['type'] || '', links: source['links'] || [] }],
    architecture: {
      hosting: {
        type: [architecture.hosting.type[0] || ''],
        details: architecture.hosting.details || [],
      },
      database: architecture['database'] || NONE,
      environments: {},
      languages: architecture['languages'] || NONE,
      frameworks: architecture['frameworks'] || NONE,
      cicd: architecture['cicd'] || NONE,
      infrastructure: architecture['infrastructure'] || NONE,
      publishing: architecture['publishing'] || NONE,
    },
    stage: stage || '',
    supporting_tools: {
      code_editors: tools['code_editors'] || NONE,
      user_interface: tools['user_interface'] || NONE,
      diagrams: tools['diagrams'] || NONE,
      project_tracking: tools['project_tracking'] || '',
      documentation: tools['documentation'] || NONE,
      communication: tools['communication'] || NONE,
      collaboration: tools['collaboration'] || NONE,
      incident_management: tools['incident_management'] || '',
      miscellaneous: tools['miscellaneous'] || [],
    },
  }
}
