import * as fc from 'fast-check'
import type { Stored } from './json.ts'
import { keyOf } from './names.ts'

/** Names that differ in more than their spelling, names that do not, and look-alikes. */
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

/** Four repositories can exist; other owners and hosts are not scanned. */
const REPOSITORIES = 4
const link = fc
  .tuple(
    fc.constantFrom(
      'HTTPS://SCM.example/acme/Repository-',
      'git@scm.example:acme/repository-',
      'ssh://git@scm.example:2222/acme/repository-',
      'https://scm.example/other/repository-',
      'https://elsewhere.example/acme/repository-',
    ),
    fc.nat(REPOSITORIES),
    fc.constantFrom('', '/', '.git', '/tree/main/src', '/blob/main/README.md'),
  )
  .map((parts) => ({ url: parts.join('') }))

const dependency = fc.record({ name: fc.constantFrom('Berths', 'Tides', 'Elsewhere') })
const project = fc.record({
  user: fc.constantFrom<unknown>('', [], [{ email: '' }], [{ email: 'kim@acme.example' }]),
  details: fc
    .tuple(
      fc.constantFrom('Berths', 'Tides', 'Buoys'),
      fc.constantFrom('Coast', 'Harbours'),
      fc.constantFrom('', ' ', 'Books berths'),
      fc.array(dependency, { maxLength: 2 }),
    )
    .map(([title, programme, description, dependencies]) => [
      {
        name: title,
        programme_name: programme,
        project_description: description,
        project_dependencies: dependencies,
      },
    ]),
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

const RINGS = ['inner', 'second', 'third', 'outer']
/** Names of the rings, with the role of some. */
const RING_NAMES = [
  'ADOPT,TRIAL,ASSESS,HOLD',
  'Adopt,Trial,Assess,Caution',
  'Use,Trial,Look,Leave',
  'Use,Assess,Adopt,Leave',
  'Stop,Assess,Trial,Adopt',
  'Best:adopt,Good:trial,Fair:assess,Poor:hold',
  'Adopt,Trial,Retire:assess,Watch:whatever',
]
const rings = fc.constantFrom(...RING_NAMES).map((names) =>
  names.split(',').map((one, i) => {
    const [ringName, role] = one.split(':')
    return { id: RINGS[i], name: ringName, ...(role !== undefined && { role }) }
  }),
)
/** A position of the default directorate, of another one by id or name, or of an unknown one. */
const position = fc.record(
  {
    ringId: fc.constantFrom(...RINGS, 'ignore'),
    date: fc.constantFrom(
      '2023-04-15',
      '2025-05-31 23:59:59',
      '2025-06-01',
      '2026-05-01',
      '2026-06-02',
      '2027-01-01',
    ),
    directorate: fc.constantFrom<unknown>(0, 1, 2, 9, 'Coast', 'Harbour'),
    description: fc.constantFrom('Works', 'Decided'),
  },
  { requiredKeys: ['ringId', 'date'] },
)
const entry = fc.record(
  {
    title: name,
    quadrant: fc.constantFrom('1', '2'),
    timeline: fc.array(position, { maxLength: 4 }),
    useInstead: fc.constantFrom('entry-0', 'entry-1', 'entry-9'),
  },
  { requiredKeys: ['title', 'quadrant', 'timeline'] },
)
const isSet = fc.boolean()
const directorates = fc.oneof(
  fc.constant(undefined),
  fc.tuple(isSet, isSet, isSet).map(([isFirst, isSecond, isEnabled]) => [
    { id: 0, name: 'Coast', default: isFirst, enabled: true },
    { id: 1, name: 'Harbour', default: isSecond, enabled: true },
    { id: 2, name: 'Fleet', default: false, enabled: isEnabled },
  ]),
)

const language = fc.record({ name, size: fc.nat(1_000), percentage: fc.nat(20) })
const repository = fc.record({
  visibility: fc.constantFrom('PUBLIC', 'PRIVATE', 'INTERNAL'),
  is_archived: fc.boolean(),
  technologies: fc.record({ languages: fc.array(language, { maxLength: 4 }) }),
})

/** Each name belongs to one technology, and has a key. */
const technologyNames = fc
  .uniqueArray(fc.constantFrom(...NAMES.filter((one) => keyOf(one) !== '')), {
    selector: keyOf,
    maxLength: 6,
  })
  .map(([first, second, third, ...aliases]) =>
    [
      { name: first, aliases },
      { name: second, aliases: third === undefined ? [] : [third] },
    ].filter((one) => one.name !== undefined),
  )

/** Documents of a small organisation that writes technologies in many ways. */
export const generatedLandscape: fc.Arbitrary<Stored> = fc.record({
  projects: fc.record({ projects: fc.array(project, { maxLength: 6 }) }),
  radar: fc.tuple(fc.array(entry, { maxLength: 8 }), rings).map(([entries, named]) => ({
    title: 'Radar',
    quadrants: [
      { id: '1', name: 'Languages' },
      { id: '2', name: 'Tools' },
    ],
    rings: named,
    entries: entries.map((one, i) => ({ id: `entry-${i}`, ...one })),
  })),
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
  directorates,
})
