import { isRecord, type JsonRecord } from '@landscape/contracts/json'
import { CATALOGUE, technologyLists } from './catalogue/catalogue.ts'

/** How the people of a project fill in the form. */
interface Habits {
  /** Names of the catalogue that they write in another way. */
  writes?: Readonly<Record<string, string>>
  /** Technologies outside the radar, by kind. */
  adds?: Readonly<Record<string, string>>
}

/** By the short name of the project. */
const HABITS: Readonly<Record<string, Habits>> = {
  BT: { adds: { frameworks: 'nodejs' } },
  CL: { writes: { Elasticsearch: 'Elastic Search' }, adds: { database: 'Snowflake' } },
  CR: { writes: { 'Microsoft Teams': 'Teams' } },
  CT: { adds: { communication: 'WhatsApp' } },
  CV: { adds: { frameworks: 'Node' } },
  DC: { adds: { database: 'Snowflake' } },
  DP: { writes: { Kubernetes: 'K8s' } },
  DS: { writes: { React: 'React.js' }, adds: { frameworks: 'Tailwind CSS' } },
  EM: { writes: { PostgreSQL: 'postgresql' } },
  FA: { writes: { Terraform: 'terraform' }, adds: { frameworks: 'Node.js' } },
  GR: { adds: { communication: 'WhatsApp' } },
  HAPI: { adds: { frameworks: 'Node.js' } },
  HB: { writes: { Zoom: 'zoom' }, adds: { communication: 'WhatsApp' } },
  IG: { writes: { Kubernetes: 'k8s', Jenkins: 'jenkins' } },
  LH: { writes: { PostgreSQL: 'Postgres', Python: 'python' } },
  LPL: { writes: { 'SQL Server': 'MS SQL Server' } },
  LPR: { adds: { diagrams: 'Power BI' } },
  MR: { writes: { Kubernetes: 'Kubernets' } },
  NTM: { writes: { PostgreSQL: 'Postgres' } },
  ODP: { adds: { frameworks: 'Node.js' } },
  PD: { adds: { diagrams: 'PowerBI' } },
  PR: { writes: { 'Microsoft Teams': 'Teams' }, adds: { frameworks: 'NodeJS' } },
  QL: { writes: { 'Spring Boot': 'SpringBoot' } },
  RB: { writes: { PostgreSQL: 'Postgres' }, adds: { frameworks: 'node js' } },
  RP: { writes: { Angular: 'angular' } },
  SC: { writes: { PostgreSQL: 'Postgres' }, adds: { diagrams: 'Power BI' } },
  SP: { writes: { PostgreSQL: 'Postgres', VSCode: 'Visual Studio Code' } },
  SVC: { adds: { frameworks: 'Node.js' } },
  SW: { writes: { Python: 'Python 3', 'GitHub Actions': 'Github actions' } },
  SWB: { writes: { PostgreSQL: 'Postgres' }, adds: { diagrams: 'Power BI' } },
  TGN: { adds: { communication: 'WhatsApp' } },
  TT: { writes: { VSCode: 'VS Code', AWS: 'Amazon Web Services' } },
  WB: { writes: { React: 'ReactJS' }, adds: { frameworks: 'node js' } },
}

/** Names that differ by more than their spelling. */
export const TECHNOLOGY_NAMES = [
  { name: 'AWS', aliases: ['Amazon Web Services'] },
  { name: 'Kubernetes', aliases: ['k8s'] },
  { name: 'VSCode', aliases: ['Visual Studio Code'] },
]

/** Replaces the names in a section of a project by those that its people write. */
export function asWritten(project: string, section: JsonRecord): JsonRecord {
  const { writes = {}, adds = {} } = HABITS[project] ?? {}
  const written = (names: unknown) =>
    Array.isArray(names) ? names.map((name) => writes[String(name)] ?? name) : names
  return Object.fromEntries(
    Object.entries(section).map(([member, choice]) => {
      if (!isRecord(choice)) return [member, choice]
      const renamed = Object.fromEntries(
        Object.entries(choice).map(([part, names]) => [part, written(names)]),
      )
      const added = adds[member]
      if (added === undefined || !Array.isArray(renamed['others'])) return [member, renamed]
      return [member, { ...renamed, others: [...renamed['others'], added] }]
    }),
  )
}

/** The technology lists, to which the form adds each name that somebody writes. */
export function writtenLists(): Record<string, string[]> {
  const written = Object.values(HABITS).flatMap(({ writes = {}, adds = {} }) => [
    ...Object.entries(writes).map(([title, name]) => ({ kind: kindOf(title), name })),
    ...Object.entries(adds).map(([kind, name]) => ({ kind, name })),
  ])
  return Object.fromEntries(
    Object.entries(technologyLists()).map(([kind, names]) => {
      const more = written.filter((one) => one.kind === kind).map(({ name }) => name)
      return [kind, [...new Set([...names, ...more.toSorted()])]]
    }),
  )
}

function kindOf(title: string): string | undefined {
  return CATALOGUE.find((technology) => technology.title === title)?.kind
}
