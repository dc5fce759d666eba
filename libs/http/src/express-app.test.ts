import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/errors'
import request from 'supertest'
import { expressApp } from './express-app.ts'

const app = () =>
  expressApp(
    [
      (_req, res, next) => {
        res.setHeader('x-first', 'yes')
        next()
      },
      (req, res, next) => {
        if (req.url === '/broken') throw new Error('broken')
        if (req.url === '/known') res.send('known')
        else next()
      },
    ],
    (error, _req, res) => {
      const { message } = error as Error
      const code = error instanceof DomainError ? error.code : 'none'
      res.writeHead(400).end(`${code}: ${message}`)
    },
  )
const ask = (path: string) => request(app()).get(path)

describe('expressApp', () => {
  it('asks its parts in order, and says nothing of its own', async () => {
    const { text, headers } = await ask('/known')
    expect([text, headers['x-first']]).toEqual(['known', 'yes'])
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('etag')
  })

  it('does not find what none of them takes', async () => {
    expect((await ask('/unknown')).text).toBe('not-found: Not found')
  })

  it('answers what they throw', async () => {
    expect((await ask('/broken')).text).toBe('none: broken')
  })
})
