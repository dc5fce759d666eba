import { slugOf } from './naming.ts'

/** A team at the source-control host, with its languages and editors by decreasing use. */
interface Team {
  id: number
  slug: string
  name: string
  /** Empty when absent. */
  description: string
  languages: string[]
  editors: string[]
}

type Row = [name: string, description: string, languages: string[], editors: string[]]

const ROWS: Row[] = [
  ['Harbour Systems', 'Berths, arrivals and dues', ['java', 'kotlin'], ['jetbrains']],
  ['Tides and Weather', 'Forecasts and warnings', ['python', 'html'], ['vscode']],
  ['Fisheries Digital', 'Licences and quotas', ['c#', 'javascript'], ['vscode']],
  ['Navigation Aids', 'Lights, buoys and charts', ['typescript', 'css'], ['vscode']],
  ['Data Platform', 'Pipelines and catalogue', ['python', 'sql'], ['jetbrains']],
  ['Corporate Services', '', ['typescript', 'php'], ['vscode']],
  ['Survey Science', 'Models and statistics', ['python', 'r'], ['vscode']],
  ['Platform Engineering', 'Delivery, identity and logs', ['go', 'hcl'], ['neovim', 'vscode']],
]

export const TEAMS: Team[] = ROWS.map(([name, description, languages, editors], index) => ({
  id: 11 + index,
  slug: slugOf(name),
  name,
  description,
  languages,
  editors,
}))

/** Members of these teams see the usage of every team. */
export const ADMIN_TEAMS = ['platform-engineering']
