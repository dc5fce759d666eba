import * as fc from 'fast-check'
import { naiveKey, type StoredLandscape } from './naive-recount.ts'

/** Names that differ in more than their spelling, and names that do not. */
const NAMES = (
  'C,C++,C#,F#,R,Go,Ｇｏ,.NET,ASP.NET,Node.js,NodeJS,node js,Postgres,PostgreSQL,' +
  'postgre_sql,pg,Python,Python 3,CI/CD,ci-cd,K8s,Kubernetes,Kubernets,Café,CAFE\u0301,' +
  'constructor,__proto__,SQL Server,MS SQL Server,Vue.js,vue,-,Æther 2.x'
).split(',')
const name = fc.constantFrom(...NAMES)
const names = fc.array(name, { maxLength: 3 })
/** As clients store a section; older ones store an array, a string or nothing. */
const choice = fc.oneof(
  { weight: 6, arbitrary: fc.record({ main: names, others: names }) },
  { weight: 1, arbitrary: fc.oneof(names, name, fc.constantFrom<unknown>('', [], {}, null)) },
)
const REPOSITORIES = 4
const link = fc
  .tuple(fc.nat(REPOSITORIES), fc.constantFrom('', '/', '.git'))
  .map(([number, end]) => ({ url: `HTTPS://scm.example/acme/Repository-${number}${end}` }))

const project = fc.record({
  details: fc.constantFrom('Berths', 'Tides', 'Buoys').map((title) => [{ name: title }]),
  stage: fc.constantFrom('', 'Development', 'Active Support', 'Unsupported', 'Retired', 'archived'),
  source_control: fc.oneof(
    fc.constant(''),
    fc.array(fc.record({ type: name, links: fc.array(link, { maxLength: 2 }) }), { maxLength: 2 }),
  ),
  architecture: fc.record({
    languages: choice,
    frameworks: choice,
    database: choice,
    infrastructure: choice,
    cicd: choice,
    publishing: choice,
    hosting: fc.oneof(fc.constant(''), fc.record({ type: names, details: names })),
    environments: fc.constant({ dev: true }),
  }),
  supporting_tools: fc.record({
    code_editors: choice,
    project_tracking: name,
    miscellaneous: fc.array(fc.record({ name, description: name }), { maxLength: 2 }),
  }),
})

const entry = fc.record({
  title: name,
  quadrant: fc.constantFrom('1', '2'),
  timeline: fc.array(
    fc.record({
      ringId: fc.constantFrom('adopt', 'trial', 'assess', 'hold', 'ignore'),
      date: fc.constantFrom('2023-04-15', '2025-05-31', '2025-06-01', '2026-05-01'),
    }),
    { minLength: 1, maxLength: 1 },
  ),
})

const language = fc.record({ name, size: fc.nat(1_000), percentage: fc.nat(20) })
const repository = fc.record({
  is_archived: fc.boolean(),
  technologies: fc.record({ languages: fc.array(language, { maxLength: 4 }) }),
})

/** Each name belongs to one technology, and has a key. */
const technologyNames = fc
  .uniqueArray(fc.constantFrom(...NAMES.filter((one) => naiveKey(one) !== '')), {
    selector: naiveKey,
    maxLength: 6,
  })
  .map(([first, second, third, ...aliases]) =>
    first === undefined
      ? []
      : [
          { name: first, aliases },
          ...(second === undefined
            ? []
            : [{ name: second, aliases: third === undefined ? [] : [third] }]),
        ],
  )

/** Documents of a small organisation that write technologies in many ways. */
export const generatedLandscape: fc.Arbitrary<StoredLandscape> = fc.record({
  projects: fc.record({ projects: fc.array(project, { maxLength: 6 }) }),
  radar: fc.record({
    title: fc.constant('Radar'),
    quadrants: fc.constant([
      { id: '1', name: 'Languages' },
      { id: '2', name: 'Data stores' },
    ]),
    rings: fc.constant([]),
    entries: fc
      .array(entry, { maxLength: 8 })
      .map((entries) => entries.map((one, i) => ({ id: `entry-${i}`, ...one }))),
  }),
  repositories: fc.record({
    repositories: fc.array(repository, { maxLength: REPOSITORIES }).map((found) =>
      found.map((one, i) => ({
        name: `repository-${i}`,
        url: `https://scm.example/acme/repository-${i}`,
        ...one,
      })),
    ),
  }),
  arrayData: fc.record({ languages: names, frameworks: names }),
  technologyNames,
})
