import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startProduction, type Production } from '../support/production.ts'
import { crawl, type Crawled } from './crawl.ts'
import { pathsOf } from './crawl-paths.ts'
import { fill, STORE_NAMES } from './crawl-stores.ts'
import { enabledDirectorates, type Directorate } from './radar.ts'
import { createRandom } from '@landscape/dev/random'
import { SAMPLE } from './sample.ts'

/** `CRAWL_SEED` draws other values; a commit is tested with the same ones each time. */
const SEED = process.env['CRAWL_SEED'] ?? '1795913191938'

/** Numbers without rows to open, by the page, its part and the text, and the reason that the page gives. */
const REASONS: readonly (readonly [where: RegExp, reason: string])[] = [
  [/\| \S* h1 \|/, 'the heading of the page, whose lists follow'],
  [/\d+ repositor(?:y|ies) (?:is|are) public\. Sign in to see all\./, 'of those not public'],
  [/sign in to see (?:it|them)\.$/, 'of those not public'],
  [/are not compared with others/, 'names beyond a bound'],
  [/ not part of the landscape\.$/, 'names beyond a bound'],
  [/\| Findings p \| Rule: /, 'the rule of a kind'],
  [/ Finding \|| findings li \|/, 'the proof of a finding, which has a list of its projects'],
  [/ Repositories \|/, 'private repositories count as well'],
  [/\| [\d,]+ more in the JSON$/, 'rows beyond those of the page'],
  [/^\/technologies\?(?:section|project)=.* Projects \|/, 'of one section or project'],
  [/ Projects \| 0$/, 'no row'],
  [/project=.* plans li \| .* names? it$/, 'of one project'],
  [/ \(main in \d+\)$/, 'of the projects next to it'],
  [/\d of them in /, 'of the technologies next to it'],
  [/Results p \| The best 50 results$/, 'the best ones only'],
  [/ programmes (?:Complete|Share) \|/, 'no list has only complete projects'],
  [/ Months (?!a \|)/, 'the lists of a month are not kept'],
  [/ with missing parts in date|^\S+ \|  p \| \d+ in date/, 'the lists of a month are not kept'],
  [/ repositories p \| \d+ (?:is|are) archived\.$/, 'of the repositories next to it'],
  [/ repositories (?:Share|Languages) \|/, 'the share of a language'],
  [/ names p \| Projects write/, 'spellings have no list'],
  [/^\/editions\S* \| Edition p \| Since /, 'the lists that follow'],
  [/[\d,]+ (?:more|fewer) than in date/, 'the lists of a month are not kept'],
  [/^\/ \|  p \| [\d,]+ of [\d,]+ seats use the /, 'only the page of usage names people'],
  [/ would become an alias of /, 'the projects of both names together'],
  [
    /^\/usage \|  (?:Completions|Chat|Agent mode|Command line|App|Code review) \| [\d,]+$/,
    'people of a day, whom no page names',
  ],
  [/^\/usage \|  (?:Used credits|Included|Billed|Billed amount) \| /, 'of a bill'],
  [/^\/usage \|  p \| .*[\d,]+ … used in date\.$/, 'of a bill'],
  [/^\/changes\S* \|  summary \| [\d,]+ paths?, before and after$/, 'the paths that follow'],
  [/^\/changes\S* \|  p \| \S+ › /, 'a path of a document'],
  [/^\/ \|  p \| \d+ repositor(?:y|ies) and /, 'repositories have no list'],
]

let production: Production
beforeAll(async () => {
  production = await startProduction({
    documents: false,
    services: ['gateway', 'data', 'admin-review', 'assistant'],
  })
}, 300_000)
afterAll(() => production?.stop())

const READERS: Readonly<Record<string, string[] | undefined>> = {
  anonymous: undefined,
  'signed-in': [],
  administrator: ['admin', 'reviewer'],
}
/** A page that a reader may not see leads nowhere. */
const NOT_ALLOWED = new Set([401, 403])

/** The pages of a store as one reader, with the rings of the default directorate and of others. */
async function crawled(
  store: string,
  groups: string[] | undefined,
  directorates: readonly Directorate[],
): Promise<Crawled[]> {
  const { issuer, client } = production
  const who = groups && issuer.headersFor({ email: 'kim@acme.example', groups })
  const get = async (path: string) => {
    const { status, text } = await client.get(path, { ...who, accept: 'text/html' })
    if (NOT_ALLOWED.has(status)) return ''
    expect([path, status]).toEqual([path, 200])
    return text
  }
  const found: Crawled[] = []
  for (const directorate of [undefined, ...directorates])
    found.push(await crawl(get, pathsOf(store, SEED, directorate && String(directorate.id))))
  return found
}

const OTHERS = enabledDirectorates(SAMPLE).slice(1)
const random = createRandom(SEED)
/** Each reader of a store; all directorates of the sample data, and of another store one that one reader sees. */
const VISITS = STORE_NAMES.flatMap((store) => {
  const names = Object.keys(READERS)
  const drawn = random.pick(names)
  const one = store === 'empty' ? [] : [random.pick(OTHERS)]
  return names.map((reader) => {
    if (store === STORE_NAMES[0]) return { store, reader, directorates: OTHERS }
    return { store, reader, directorates: reader === drawn ? one : [] }
  })
})

describe(`numbers of pages, seed ${SEED}`, () => {
  it.each(VISITS)(
    'lead to exactly their rows, or have a reason: $store, $reader',
    async ({ store, reader, directorates }) => {
      await fill(production.dataDir, store)
      const found = await crawled(store, READERS[reader], directorates)
      const leading = found.flatMap((one) => one.leading)
      expect(leading.length).toBeGreaterThan(store === 'empty' ? 0 : 100)
      expect(leading.filter(({ number, rows }) => number !== rows)).toEqual([])
      const plain = found.flatMap((one) =>
        one.plain.map(({ page, place, text }) => `${page} | ${place} | ${text}`),
      )
      const unexplained = plain.filter((line) => !REASONS.some(([where]) => where.test(line)))
      expect([...new Set(unexplained)]).toEqual([])
    },
    600_000,
  )
})
