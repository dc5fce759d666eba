import { SCM_ORGANISATION_URL } from '../naming.ts'

/** What a team of the source-control host writes, most used first. */
interface TeamPlan {
  slug: string
  name: string
  description: string
  languages: string[]
  editors: string[]
}

const plan = (name: string, description: string, languages: string[], editors: string[]) => ({
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  description,
  languages,
  editors,
})

export const TEAM_PLANS: TeamPlan[] = [
  plan('Harbour Systems', 'Berths, arrivals and dues', ['java', 'kotlin'], ['jetbrains']),
  plan('Tides and Weather', 'Forecasts and warnings', ['python', 'html'], ['vscode']),
  plan('Fisheries Digital', 'Licences and quotas', ['c#', 'javascript'], ['vscode']),
  plan('Navigation Aids', 'Lights, buoys and charts', ['typescript', 'css'], ['vscode']),
  plan('Data Platform', 'Pipelines and catalogue', ['python', 'sql'], ['jetbrains']),
  plan('Corporate Services', '', ['typescript', 'php'], ['vscode']),
  plan('Survey Science', 'Models and statistics', ['python', 'r'], ['vscode']),
  plan('Platform Engineering', 'Delivery, identity and logs', ['go', 'hcl'], ['neovim', 'vscode']),
]

/** The teams in the shape in which the source-control host describes them. */
export function teams() {
  return TEAM_PLANS.map(({ slug, name, description }) => ({
    slug,
    name,
    description,
    url: `${SCM_ORGANISATION_URL.replace('/acme', '/orgs/acme')}/teams/${slug}`,
  }))
}

/** Members of these teams see the figures of every team. */
export const ADMIN_TEAMS = ['platform-engineering']
