import type { TextRule } from './finding.ts'

/** Code that a rule forbids and that is safe, since its input is bounded or not foreign. */
export interface Accepted {
  path: string
  rule: TextRule
  /** The code as it is reported; all code of the file that the rule forbids when absent. */
  code?: string
  /** The bound of the input, or its origin. */
  reason: string
}

const NAME_FORM: Accepted = {
  path: 'services/data/src/names/name-forms.ts',
  rule: 'linear-pattern',
  reason: 'a name of the door, which has at most 400 UTF-16 units',
}

export const ACCEPTED: readonly Accepted[] = [
  ...lookups(),
  ...builtPatterns(),
  {
    path: 'libs/runtime/src/config/http-url.ts',
    rule: 'linear-pattern',
    code: String.raw`/\/+$/`,
    reason: 'a setting of at most 2,048 characters',
  },
  {
    path: 'libs/client/src/index.ts',
    rule: 'path-segment',
    code: 'encodeURIComponent(String(input[name]).toWellFormed())',
    reason: 'well-formed; the package has no dependencies',
  },
  NAME_FORM,
]

function lookups(): Accepted[] {
  const found: [path: string, reason: string, code: string][] = [
    ['libs/client/src/index.ts', 'a parameter that the API description names', 'input[name]'],
    ['libs/http/src/route/read-input.ts', 'a header that the route declares', 'picked[name]'],
    ['libs/http/src/route/read-input.ts', 'a header that the route declares', 'headers[name]'],
    ['libs/store/src/history/same-json.ts', 'an own member of both objects', 'a[name]'],
    ['libs/store/src/history/same-json.ts', 'an own member of both objects', 'b[name]'],
    ['libs/store/src/history/undos.ts', 'an id that the history makes', 'undos[undoes]'],
    ['libs/store/src/history/undos.ts', 'an id that the history makes', 'undos[next]'],
    ['libs/store/src/history/undos.ts', 'an id that the history makes', 'undos[change]'],
    ['libs/store/src/history/change-page.ts', 'an object without a prototype', 'cursor[name]'],
    ['libs/store/src/objects/json.ts', 'an own member of the object', 'part[key]'],
    ['services/gateway/src/request/headers.ts', 'a header that is allowed', 'headers[name]'],
    ['services/gateway/src/request/headers.ts', 'an own member of the object', 'given[name]'],
  ]
  const description = 'services/gateway/src/site/part-of-description.ts'
  return [
    ...found.map(([path, reason, code]) => ({ path, rule: 'own-member' as const, code, reason })),
    { path: description, rule: 'own-member', reason: 'names in our own API description' },
  ]
}

function builtPatterns(): Accepted[] {
  const found: [path: string, reason: string][] = [
    ['libs/contracts/src/iso-instant.ts', 'a string of at most 64 characters'],
    ['libs/http/src/telemetry/secret-forms.ts', 'redact.test.ts measures 1,000,000 characters'],
    ['services/assistant/src/host/report-links.ts', 'settings; a host name has 253 characters'],
    ['services/gateway/src/authenticate/identity-env.ts', 'a setting'],
    ['services/projects/src/routes/list-query.ts', 'a string of at most 200 characters'],
    ['services/projects/src/routes/search.ts', 'a string of at most 2,000 characters'],
  ]
  return found.map(([path, reason]) => ({ path, rule: 'linear-pattern', reason }))
}
