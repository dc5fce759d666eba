import { describe, expect, it } from '@jest/globals'
import {
  assertAddressable,
  assertNoControlWords,
  checkProject,
  NewProject,
  ProjectChanges,
} from './check-project.ts'
import { publicProject } from './project.ts'

const good = { user: [{ email: '' }], details: [{ name: 'Tide' }] }
const missing = expect.objectContaining({ code: 'body-missing', message: 'Missing JSON data' })
const refused = (message: string) => expect.objectContaining({ code: 'invalid-input', message })
const all = { dev: true, int: false, uat: false, preprod: true, prod: true, postprod: false }

describe('checkProject', () => {
  // spec: 2.3-s3b
  // spec, otherwise: 2.1-s1a
  it.each([
    undefined,
    null,
    0,
    'x',
    [],
    [good],
    {},
    { user: good.user },
    { details: good.details },
    { ...good, user: [] },
    { ...good, user: {} },
    { ...good, user: 'kim' },
    { ...good, details: [] },
    { ...good, details: {} },
    { ...good, details: [null] },
    { ...good, details: ['Tide'] },
    { ...good, details: [{}] },
    { ...good, details: [{ name: '' }] },
    { ...good, details: [{ name: 7 }] },
    { ...good, details: [{ name: null }, { name: 'Tide' }] },
  ])('misses what is required in %j', (body) => {
    expect(() => checkProject(body, NewProject)).toThrow(missing)
    expect(() => checkProject(body, ProjectChanges)).toThrow(missing)
  })

  // spec, otherwise: 2.1-r1b
  it.each([[{}], [null], ['kim'], [[]]])('needs a contact only on request: %j', (user) => {
    const body = { ...good, user: [user] }
    expect(() => checkProject(body, NewProject)).toThrow(missing)
    expect(checkProject(body, ProjectChanges)).toEqual(body)
  })

  it.each([
    ['a text', ''],
    ['null', null],
    ['an array', []],
    ['a number', 1],
  ])('refuses environments that are %s', (_what, environments) => {
    expect(() => checkProject({ ...good, architecture: { environments } }, NewProject)).toThrow(
      refused('Invalid environments data: Must be a dictionary'),
    )
  })

  // spec, otherwise: 2.2-r6
  it.each(Object.keys(all))('names the first environment that is no boolean: %s', (key) => {
    const after = Object.keys(all).slice(Object.keys(all).indexOf(key))
    const wrong = { ...all, ...Object.fromEntries(after.map((later) => [later, 'true'])) }
    const { [key]: _gone, ...without } = all as Record<string, boolean>
    for (const environments of [wrong, without]) {
      expect(() => checkProject({ ...good, architecture: { environments } }, NewProject)).toThrow(
        refused(`Invalid environments data: '${key}' must be a boolean`),
      )
    }
  })

  it.each([
    [{ environments: {} }],
    [{ environments: all }],
    [{ environments: { ...all, canary: 'yes' } }],
    [{ hosting: '', languages: [], database: '' }],
    [[]],
    [''],
    [null],
  ])('accepts the architecture %j', (architecture) => {
    const body = { ...good, architecture, stage: '', source_control: '', supporting_tools: [] }
    expect(checkProject(body, NewProject)).toEqual(body)
  })

  it('bounds the name by its length in a path', () => {
    const named = (name: string) => ({ ...good, details: [{ name }] })
    expect(checkProject(named('x'.repeat(7_900)), NewProject)).toBeDefined()
    const tooLong = refused('Project name is too long')
    expect(() => checkProject(named('x'.repeat(7_901)), NewProject)).toThrow(tooLong)
    expect(() => checkProject(named('\u00e9'.repeat(1_317)), NewProject)).toThrow(tooLong)
  })

  it('refuses a name that the gateway would let nobody ask for', () => {
    for (const name of ['\0', 'a\0b']) {
      expect(() => checkProject({ ...good, details: [{ name }] }, ProjectChanges)).toThrow(
        refused('Project name contains NUL'),
      )
    }
    expect(checkProject({ ...good, details: [{ name: '..' }] }, ProjectChanges)).toBeDefined()
  })

  it('walks through nothing that is described and not checked', () => {
    let reads = 0
    const watched = new Proxy([1], { get: (list, key) => (reads++, Reflect.get(list, key)) })
    const body = { ...good, developed: watched, source_control: watched, others: watched }
    expect(NewProject.safeParse({ ...body, architecture: { hosting: watched } }).success).toBe(true)
    expect(reads).toBe(0)
  })

  it('drops an owner that a client sends and keeps everything else in its order', () => {
    const sent = { zeta: null, ...good, owner: 'lee@acme.example', alpha: { owner: 1 } }
    expect(JSON.stringify(checkProject(sent, NewProject))).toBe(
      '{"zeta":null,"user":[{"email":""}],"details":[{"name":"Tide"}],"alpha":{"owner":1}}',
    )
  })

  it('tells first what cannot be stored at all, and names every place', () => {
    const body = { ...good, user: 'kim', stage: '\ud800', architecture: { environments: '' } }
    expect(() => checkProject(body, NewProject)).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        message: 'Text is not valid Unicode',
        faults: [
          expect.objectContaining({ path: ['stage'] }),
          expect.objectContaining({ path: ['architecture', 'environments'] }),
          expect.objectContaining({ path: ['user'] }),
        ],
      }),
    )
    const { stage: _stage, ...storable } = body
    expect(() => checkProject(storable, NewProject)).toThrow(missing)
  })
})

describe('assertNoControlWords', () => {
  it('refuses words that say how an edit is made, and names each', () => {
    const project = publicProject({ ...good, dryRun: true, 'dry-run': false })
    expect(() => assertNoControlWords(project)).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        message: 'Unknown member: dryRun',
        faults: [
          { path: ['dryRun'], detail: 'is not a recognised property' },
          { path: ['dry-run'], detail: 'is not a recognised property' },
        ],
      }),
    )
  })

  it('takes a project without, and one that comes back as it is stored', () => {
    expect(() => assertNoControlWords(publicProject(good))).not.toThrow()
    const stored = publicProject({ ...good, dryRun: 'a note' })
    expect(() => assertNoControlWords(stored, stored)).not.toThrow()
    const other = publicProject({ ...stored, dryRun: true })
    expect(() => assertNoControlWords(other, stored)).toThrow('dryRun')
  })
})

describe('assertAddressable', () => {
  it.each(['.', '..'])('refuses a name that no path can hold: %s', (name) => {
    expect(() => assertAddressable(name)).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        message: 'A project cannot be called "." or ".."',
        faults: [{ path: ['details', 0, 'name'], detail: 'cannot be "." or ".."' }],
      }),
    )
  })

  it.each(['', '...', '.net', 'a.', '/', '%2e'])('takes any other: %j', (name) => {
    expect(() => assertAddressable(name)).not.toThrow()
  })
})
