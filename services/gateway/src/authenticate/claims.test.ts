import { describe, expect, it } from '@jest/globals'
import { createClaimReader, type ClaimSettings } from './claims.ts'
import { POOL_CLAIMS } from './user-pool.ts'

const SETTINGS: ClaimSettings = {
  email: 'email',
  groups: 'groups',
  names: { admin: 'admin', reviewer: 'reviewer' },
}
const read = (claims: object, settings: Partial<ClaimSettings> = {}) =>
  createClaimReader({ ...SETTINGS, ...settings })({
    sub: 'one',
    exp: 0,
    email: 'Kim@acme.example',
    ...claims,
  })

describe('createClaimReader', () => {
  it('returns subject, lower-case address and groups', () => {
    expect(read({ groups: ['admin', 'guest'] })).toEqual({
      subject: 'one',
      email: 'kim@acme.example',
      groups: ['admin', 'guest'],
    })
  })

  it.each([
    [
      ['admin', 'reviewer'],
      ['admin', 'reviewer'],
    ],
    ['ADMIN', ['admin']],
    ['Print Admin', ['Print Admin']],
    ['admin  reviewer', ['admin  reviewer']],
    ['admin,reviewer', ['admin,reviewer']],
    [' admin', [' admin']],
    ['admin\u00a0', ['admin\u00a0']],
    [['admin reviewer'], ['admin reviewer']],
    [
      ['admin ', '\u00a0reviewer', '\ufeffadmin'],
      ['admin ', '\u00a0reviewer', '\ufeffadmin'],
    ],
    [['Admin', 'admin'], ['admin']],
    [[7, null, '', ['admin']], []],
    [{ admin: true }, []],
    ['', []],
    [undefined, []],
  ])('reads the groups %j as %j', (groups, expected) => {
    expect(read({ groups }).groups).toEqual(expected)
  })

  it.each([
    [',', 'Print Admin, reviewer', ['Print Admin', 'reviewer']],
    [',', 'admin\u00a0,,reviewer ', ['admin\u00a0', 'reviewer']],
    [' ', 'print  admin', ['print', 'admin']],
    [',', ['Print,admin'], ['Print,admin']],
  ])('splits strings only, at the configured separator %j: %j', (separator, groups, expected) => {
    expect(read({ groups }, { separator }).groups).toEqual(expected)
  })

  it.each<[provider: string, claims: object, settings: Partial<ClaimSettings>, groups: string[]]>([
    ['AD FS, one group', { group: 'EU Admin' }, { groups: 'group' }, ['EU Admin']],
    ['AD FS, several', { group: ['Users', 'Admin'] }, { groups: 'group' }, ['Users', 'admin']],
    ['Entra, over 200 groups', { _claim_names: { groups: 'src1' } }, {}, []],
    ['Keycloak, paths', { groups: ['/admin', '/eu/admin'] }, {}, ['/admin', '/eu/admin']],
    ['Okta', { groups: ['Everyone', 'Reviewer'] }, {}, ['Everyone', 'reviewer']],
    ['Google, no groups', { hd: 'acme.example' }, {}, []],
    ['Zitadel, an object', { roles: { admin: { 1: 'acme' } } }, { groups: 'roles' }, []],
    ['WSO2, joined', { groups: 'Print Admin,admin' }, { separator: ',' }, ['Print Admin', 'admin']],
  ])('reads the groups of %s', (_provider, claims, settings, groups) => {
    expect(read(claims, settings).groups).toEqual(groups)
  })

  it('compares a name with spaces as one name', () => {
    const names = { admin: 'Landscape Admins', reviewer: 'reviewer' }
    const groupsOf = (groups: unknown) => read({ groups }, { names }).groups
    expect(groupsOf('landscape admins')).toEqual(['admin'])
    expect(groupsOf(['Landscape Admins'])).toEqual(['admin'])
    expect(groupsOf('Landscape  Admins')).toEqual(['Landscape  Admins'])
  })

  it('rejects a name whose letters become those of ours in lower case only', () => {
    const names = { admin: 'bakers', reviewer: 'reviewer' }
    expect(read({ groups: ['ba\u212Aers'] }, { names }).groups).toEqual(['ba\u212Aers'])
  })

  it.each([
    ['realm_access.roles', { realm_access: { roles: ['admin'] } }],
    ['a.b.c', { a: { b: { c: 'admin' } } }],
    ['https://acme.example/groups', { 'https://acme.example/groups': ['admin'] }],
    ['a.b', { 'a.b': ['admin'], a: { b: ['guest'] } }],
  ])('finds the claim %s', (groups, claims) => {
    expect(read(claims, { groups }).groups).toEqual(['admin'])
  })

  it.each([
    ['a.b', { a: null }],
    ['a.b', { a: 'admin' }],
    ['a.b', { a: ['admin'] }],
    ['a.', { a: ['admin'] }],
    ['constructor.name', {}],
    ['__proto__', {}],
  ])('returns no groups without the claim %s', (groups, claims) => {
    expect(read(claims, { groups }).groups).toEqual([])
  })

  it('translates the names of the provider only', () => {
    const names = { admin: '0b5c-Id', reviewer: '/Reviewers' }
    const groups = ['0B5C-id', '/reviewers', 'admin', 'Reviewer', 'guest']
    expect(read({ groups }, { names }).groups).toEqual(['admin', 'reviewer', 'guest'])
  })

  it('reads the e-mail address from the configured claim', () => {
    expect(read({ mail: { work: 'Lee@acme.example' } }, { email: 'mail.work' }).email).toBe(
      'lee@acme.example',
    )
  })

  it.each([
    ['user.email', { user: { email: 'lee@acme.example', email_verified: false } }],
    ['user.email', { user: { email: 'lee@acme.example' }, email_verified: false }],
    [
      'https://acme.example/email',
      {
        'https://acme.example/email': 'lee@acme.example',
        'https://acme.example/email_verified': false,
      },
    ],
  ])('rejects an unverified address in the claim %s', (email, claims) => {
    expect(() => read(claims, { email })).toThrow('Not authorized')
  })

  it.each([{ email_verified: false }, { email_verified: 'false' }, { email: 'kim' }, { email: 7 }])(
    'rejects %j',
    (claims) => {
      expect(() => read(claims)).toThrow('Not authorized')
    },
  )
})

describe('groups that did not fit into a token', () => {
  const elsewhere = { _claim_sources: { src1: { endpoint: 'https://directory.example' } } }

  it.each([
    [{ _claim_names: { groups: 'src1' }, ...elsewhere }, {}],
    [{ hasgroups: true }, {}],
    [{ hasgroups: 'true' }, {}],
    [{ _claim_names: { roles: 'src1' }, ...elsewhere }, { groups: 'roles' }],
    [{ _claim_names: { realm_access: 'src1' } }, { groups: 'realm_access.roles' }],
    [{ _claim_names: { groups: 'src1' }, groups: [] }, {}],
  ])('are unknown with %j', (claims, settings) => {
    expect(read(claims, settings)).toMatchObject({ groups: [], areGroupsOmitted: true })
  })

  it.each([
    {},
    { groups: [] },
    { hasgroups: false },
    { _claim_names: { address: 'src1' } },
    { _claim_names: 'groups' },
    { hasgroups: true, groups: ['landscape-admins'] },
  ])('are not assumed with %j', (claims) => {
    expect(read(claims)).not.toHaveProperty('areGroupsOmitted')
  })
})

const readOfPool = createClaimReader(POOL_CLAIMS)
const of = (claims: Record<string, unknown>) => readOfPool({ sub: 'one', exp: 0, ...claims })

describe('createClaimReader of a user pool', () => {
  it('returns the e-mail address in lower case', () => {
    expect(of({ email: 'Kim.O+x@Acme.example' }).email).toBe('kim.o+x@acme.example')
  })

  it.each([
    ['no e-mail', undefined],
    ['no e-mail', ''],
    ['e-mail too long', `${'k'.repeat(250)}@a.example`],
    ['e-mail not ASCII', 'kim@m\u00fcnchen.example'],
    ['e-mail not ASCII', 'd\u2019arcy@acme.example'],
    ['e-mail malformed', 'kim'],
    ['e-mail malformed', 'kim @acme.example'],
  ])('rejects an address with the reason %s: %j', (reason, email) => {
    expect(() => of({ email })).toThrow(expect.objectContaining({ reason }))
  })

  it('accepts the ASCII form of an international domain', () => {
    expect(of({ email: 'Kim@xn--mnchen-3ya.example' }).email).toBe('kim@xn--mnchen-3ya.example')
  })

  it.each([
    // The Kelvin sign becomes a k in lower case, which would impersonate Kim.
    '\u212Aim@acme.example',
    'k\u0131m@acme.example',
    'kim@\u212Aacme.example',
    'kim @acme.example',
    'kim@acme.example,lee@acme.example',
    'kim@lee@acme.example',
    'kim\u0000@acme.example',
    `${'k'.repeat(250)}@a.example`,
    '',
    7,
    undefined,
  ])('rejects the e-mail address %j', (email) => {
    expect(() => of({ email })).toThrow(
      expect.objectContaining({ message: 'Not authorized', code: 'unauthenticated' }),
    )
  })

  it.each([true, 'true', 'True', undefined])('accepts email_verified=%j', (verified) => {
    expect(of({ email: 'kim@acme.example', email_verified: verified }).subject).toBe('one')
  })

  it.each([false, 'false', 'False', 0, 1, '', 'no', null, {}, [true]])(
    'rejects email_verified=%j',
    (verified) => {
      const claims = { email: 'kim@acme.example', email_verified: verified }
      expect(() => of(claims)).toThrow('Not authorized')
    },
  )

  it('rejects claims of two subjects', () => {
    const claims = { sub: 'one', email: 'kim@acme.example' }
    expect(() => readOfPool(claims as never, { sub: 'two' } as never)).toThrow(
      expect.objectContaining({ message: 'Not authorized', reason: 'two callers' }),
    )
  })

  it.each([
    [
      ['admin', 'reviewer'],
      ['admin', 'reviewer'],
    ],
    ['admin,reviewer', ['admin', 'reviewer']],
    [' admin , ,reviewer', ['admin', 'reviewer']],
    ['Print Admin,\u00a0reviewer', ['Print Admin', '\u00a0reviewer']],
    [['admin', 7, null, ''], ['admin']],
    [
      ['x,admin', ' admin'],
      ['x,admin', ' admin'],
    ],
    [{ admin: true }, []],
    [undefined, []],
  ])('reads the groups %j as %j', (claim, groups) => {
    const profile = { sub: 'one', email: 'kim@acme.example', 'cognito:groups': ['not these'] }
    const membership = { sub: 'one', 'cognito:groups': claim }
    expect(readOfPool(profile as never, membership as never).groups).toEqual(groups)
  })

  it('accepts an address of 254 characters and rejects one of 255', () => {
    const address = (length: number) => `${'k'.repeat(length - 10)}@a.example`
    expect(of({ email: address(254) }).email).toHaveLength(254)
    expect(() => of({ email: address(255) })).toThrow('Not authorized')
  })
})
