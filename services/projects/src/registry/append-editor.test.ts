import { describe, expect, it } from '@jest/globals'
import { appendEditor } from './append-editor.ts'
import { publicProject } from './project.ts'

const EMAIL = 'kim@acme.example'
const usersAfter = (...user: unknown[]) =>
  appendEditor(publicProject({ user, stage: '' }), EMAIL)['user']

describe('appendEditor', () => {
  it('appends the creator who is not named', () => {
    const lee = { email: 'lee@acme.example', roles: [], grade: '' }
    expect(usersAfter(lee)).toEqual([lee, { email: EMAIL, roles: ['Editor'], grade: '' }])
  })

  it('names the creator where nobody could be named', () => {
    const editor = { email: EMAIL, roles: ['Editor'], grade: '' }
    expect(appendEditor(publicProject({ user: '' }), EMAIL)).toEqual({ user: [editor] })
  })

  it('fills blank addresses and gives the role', () => {
    expect(usersAfter({ email: '', roles: ['Technical Contact'] }, { grade: 'SEO' })).toEqual([
      { email: EMAIL, roles: ['Technical Contact', 'Editor'] },
      { grade: 'SEO', email: EMAIL, roles: ['Editor'] },
    ])
  })

  it('adds the role once and keeps the spelling of the address', () => {
    const user = { email: ' Kim@acme.example', roles: ['Editor'] }
    expect(usersAfter(user)).toEqual([user])
  })

  it('leaves what is no user and keeps a role that is no list', () => {
    expect(usersAfter(null, 'x', { email: EMAIL, roles: 'Lead' })).toEqual([
      null,
      'x',
      { email: EMAIL, roles: ['Lead', 'Editor'] },
    ])
  })
})
