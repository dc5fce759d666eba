import { describe, expect, it } from '@jest/globals'
import { appendEditor } from './append-editor.ts'
import { publicProject } from './project.ts'

const EMAIL = 'kim@acme.example'
const usersAfter = (...user: unknown[]) =>
  appendEditor(publicProject({ user, stage: '' }), EMAIL)['user']

describe('appendEditor', () => {
  it('appends the creator when absent', () => {
    const lee = { email: 'lee@acme.example', roles: [], grade: '' }
    expect(usersAfter(lee)).toEqual([lee, { email: EMAIL, roles: ['Editor'], grade: '' }])
  })

  it('adds the creator to a value other than an array', () => {
    const editor = { email: EMAIL, roles: ['Editor'], grade: '' }
    expect(appendEditor(publicProject({ user: '' }), EMAIL)).toEqual({ user: [editor] })
  })

  it('fills blank addresses and adds the role', () => {
    expect(usersAfter({ email: '', roles: ['Technical Contact'] }, { grade: 'SEO' })).toEqual([
      { email: EMAIL, roles: ['Technical Contact', 'Editor'] },
      { grade: 'SEO', email: EMAIL, roles: ['Editor'] },
    ])
  })

  it('adds the role once and keeps the case of the address', () => {
    const user = { email: ' Kim@acme.example', roles: ['Editor'] }
    expect(usersAfter(user)).toEqual([user])
  })

  it('keeps malformed users and a role other than an array', () => {
    expect(usersAfter(null, 'x', { email: EMAIL, roles: 'Lead' })).toEqual([
      null,
      'x',
      { email: EMAIL, roles: ['Lead', 'Editor'] },
    ])
  })
})
