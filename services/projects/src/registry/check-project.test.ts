import { describe, expect, it } from '@jest/globals'
import {
  assertAddressable,
  assertNoControlMembers,
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
  ])('reports missing required values in %j', (body) => {
    expect(() => checkProject(body, NewProject)).toThrow(missing)
    expect(() => checkProject(body, ProjectChanges)).toThrow(missing)
  })

  // spec, otherwise: 2.1-r1b
  it.each([[{}], [null], ['kim'], [[]]])('requires a contact only of a new project: %j', (user) => {
    const body = { ...good, user: [user] }
    expect(() => checkProject(body, NewProject)).toThrow(missing)
    expect(checkProject(body, ProjectChanges)).toEqual(body)
  })

  it.each([
    ['a string', ''],
    ['null', null],
    ['an array', []],
    ['a number', 1],
  ])('rejects environments that are %s', (_case, environments) => {
    expect(() => checkProject({ ...good, architecture: { environments } }, NewProject)).toThrow(
      refused('Invalid environments data: Must be a dictionary'),
    )
  })

  // spec, otherwise: 2.2-r6
  it.each(Object.keys(all))('reports the first environment that is not a boolean: %s', (key) => {
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

  it('limits the length of a new name', () => {
    const named = (name: string) => ({ ...good, details: [{ name }] })
    const tooLong = refused('Project name is too long')
    expect(checkProject(named('水'.repeat(200)), NewProject)).toBeDefined()
    expect(() => checkProject(named('x'.repeat(201)), NewProject)).toThrow(tooLong)
  })

  it('accepts a stored name above the limit that is sent back', () => {
    const stored = { ...good, details: [{ name: 'x'.repeat(7_900) }] } as never
    const renamed = { ...good, details: [{ name: 'y'.repeat(7_900) }] }
    expect(checkProject(stored, ProjectChanges, stored)).toBeDefined()
    expect(() => checkProject(renamed, ProjectChanges, stored)).toThrow(
      refused('Project name is too long'),
    )
  })

  it('rejects a name that paths do not support', () => {
    for (const name of ['\0', 'a\0b']) {
      expect(() => checkProject({ ...good, details: [{ name }] }, ProjectChanges)).toThrow(
        refused('Project name contains NUL'),
      )
    }
    expect(checkProject({ ...good, details: [{ name: '..' }] }, ProjectChanges)).toBeDefined()
  })

  it('does not traverse sections that are not validated', () => {
    let reads = 0
    const watched = new Proxy([1], { get: (list, key) => (reads++, Reflect.get(list, key)) })
    const body = { ...good, developed: watched, source_control: watched, others: watched }
    expect(NewProject.safeParse({ ...body, architecture: { hosting: watched } }).success).toBe(true)
    expect(reads).toBe(0)
  })

  it('removes a sent owner and keeps the order of other members', () => {
    const sent = { zeta: null, ...good, owner: 'lee@acme.example', alpha: { owner: 1 } }
    expect(JSON.stringify(checkProject(sent, NewProject))).toBe(
      '{"zeta":null,"user":[{"email":""}],"details":[{"name":"Tide"}],"alpha":{"owner":1}}',
    )
  })

  it('reports unsafe JSON first, with every path', () => {
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

describe('assertNoControlMembers', () => {
  it('rejects and reports each control word', () => {
    const project = publicProject({ ...good, dryRun: true, 'dry-run': false })
    expect(() => assertNoControlMembers(project)).toThrow(
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

  it('accepts a project without control members', () => {
    expect(() => assertNoControlMembers(publicProject(good))).not.toThrow()
  })
})

describe('assertAddressable', () => {
  it.each(['.', '..'])('rejects a dot segment: %s', (name) => {
    expect(() => assertAddressable(name)).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        message: 'A project cannot be called "." or ".."',
        faults: [{ path: ['details', 0, 'name'], detail: 'cannot be "." or ".."' }],
      }),
    )
  })

  it.each(['', '...', '.net', 'a.', '/', '%2e'])('accepts other names: %j', (name) => {
    expect(() => assertAddressable(name)).not.toThrow()
  })
})
