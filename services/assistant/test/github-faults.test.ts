import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Disturb } from '@landscape/dev/scm-host'
import { createHostFetch } from '../src/host/host-fetch.ts'
import { gitHubFor, startHost, trusted, type RunningHost } from './host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

const respond =
  (status: number, body: unknown, headers = {}): Disturb =>
  (_req, res) =>
    void res.status(status).set(headers).send(body)
const UNABLE = 'Unable to load seats. Please try again later.'

describe('invalid responses of the host', () => {
  it.each<[string, Disturb]>([
    ['a web page', respond(200, '<!doctype html><title>ghs_secret</title>')],
    [
      'a web page with content type JSON',
      respond(200, '<html>', { 'content-type': 'application/json' }),
    ],
    [
      'truncated JSON',
      respond(200, '{"total_seats":1,"sea', { 'content-type': 'application/json' }),
    ],
    ['another shape', respond(200, { total_seats: 1, seats: 'none' })],
    ['seats that are not objects', respond(200, { seats: [1, null] })],
    ['an array', respond(200, [])],
    ['an empty body', respond(200, '')],
    ['a conflict, which Octokit treats as the end of a list', respond(409, { message: 'x' })],
    ['a redirect', respond(302, '', { location: 'http://169.254.169.254/' })],
    ['status 403', respond(403, { message: 'Resource not accessible by integration' })],
    ['status 500', respond(500, '<h1>Unicorn! ghs_secret</h1>')],
    ['a closed connection', (req) => void req.socket.destroy()],
  ])('are reported with a fixed message: %s', async (_what, handler) => {
    host.disturb(/billing\/seats/, handler)
    const { source, warnings } = gitHubFor(host)
    await expect(source.seats()).rejects.toMatchObject({ code: 'failed', message: UNABLE })
    expect(warnings.join()).not.toMatch(/ghs_|<|169/)
  })

  it('fail the list when a later page fails', async () => {
    const big = await startHost({ seatCount: 250 })
    big.disturb(/billing\/seats.*page=3/, respond(502, 'x'))
    await expect(gitHubFor(big).source.seats()).rejects.toMatchObject({ message: UNABLE })
    await big.close()
  })

  it('do not redirect Octokit to another host', async () => {
    host.disturb(/billing\/seats/, (_req, res) => {
      res.set('link', '<http://127.0.0.2:1/next>; rel="next"').json({ seats: [] })
    })
    const { source, warnings } = gitHubFor(host)
    await expect(source.seats()).rejects.toMatchObject({ message: UNABLE })
    expect(warnings.join()).toContain('linked to an address that is not allowed')
  })

  it('become not-implemented for 404, as on Enterprise Server', async () => {
    host.disturb(/copilot/, respond(404, { message: 'Not Found' }))
    const { source } = gitHubFor(host)
    await expect(source.seats()).rejects.toMatchObject({ code: 'not-implemented' })
    await expect(source.organisationUsage()).rejects.toMatchObject({ code: 'not-implemented' })
  })

  it.each([/orgs\/acme\/installation/, /access_tokens/])(
    'become failed, not 404, when the app is not installed: %s',
    async (path) => {
      host.disturb(path, respond(404, { message: 'Not Found' }))
      const { source, warnings } = gitHubFor(host)
      for (const request of [
        () => source.seats(),
        () => source.memberIds('lighthouse'),
        () => source.organisationUsage(),
      ]) {
        await expect(request()).rejects.toMatchObject({ code: 'failed' })
      }
      expect(warnings.join()).toContain('SCM_ORG')
    },
  )

  it('convert BigInt values to JSON numbers', async () => {
    host.disturb(/billing\/seats/, (_req, res) => {
      res
        .type('json')
        .send('{"seats":[{"created_at":"2026-01-05","assignee":{"id":12345678901234567890}}]}')
    })
    const { value } = await gitHubFor(host).source.seats()
    expect(JSON.parse(JSON.stringify(value))).toHaveLength(1)
  })
})

describe('rate limits of the host', () => {
  it('are passed on, and no request is sent until they end', async () => {
    let time = Date.now()
    host.disturb(/billing\/seats/, respond(429, { message: 'Slow down' }, { 'retry-after': '30' }))
    const { source } = gitHubFor(host, { now: () => time })
    const seatCalls = () => host.callsTo('seats').length
    await expect(source.seats()).rejects.toMatchObject({ code: 'failed', retryAfter: 30 })
    time += 29_000
    await expect(source.seats()).rejects.toMatchObject({ retryAfter: 30 })
    expect(seatCalls()).toBe(1)
    time += 2_000
    await expect(source.seats()).rejects.toMatchObject({ retryAfter: 30 })
    expect(seatCalls()).toBe(2)
  })

  it.each([
    ['secondary', { message: 'You have exceeded a secondary rate limit' }, { 'retry-after': '1' }],
    [
      'primary',
      { message: 'API rate limit exceeded' },
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
    ],
  ])('are waited for once when short: %s', async (_kind, body, headers) => {
    host.disturb(/billing\/seats/, respond(403, body, headers), 1)
    expect((await gitHubFor(host).source.seats()).value).toHaveLength(12)
  })

  it('are not waited for when long', async () => {
    const body = { message: 'You have exceeded a secondary rate limit' }
    host.disturb(/billing\/seats/, respond(403, body, { 'retry-after': '90' }))
    await expect(gitHubFor(host).source.seats()).rejects.toMatchObject({ retryAfter: 90 })
    expect(host.callsTo('seats')).toHaveLength(1)
  })
})

describe('an unreliable host', () => {
  it('receives one retry after a 502', async () => {
    host.disturb(/billing\/seats/, respond(502, 'bad gateway'), 1)
    expect((await gitHubFor(host).source.seats()).value).toHaveLength(12)
  })

  it('is replaced by the last response until that is too old', async () => {
    let time = Date.now()
    const { source } = gitHubFor(host, { now: () => time, staleMs: 600_000 })
    const first = await source.seats()
    host.disturb(/billing\/seats/, respond(500, 'x'))
    time += 120_000
    expect(await source.seats()).toEqual({ value: first.value, staleSeconds: 120 })
    time += 500_000
    await expect(source.seats()).rejects.toMatchObject({ message: UNABLE })
  })

  it('does not get a stale response for a token that it now rejects', async () => {
    let time = Date.now()
    const { source } = gitHubFor(host, { now: () => time })
    const token = host.tokenOf('ordinary')
    await source.userTeams(trusted(token))
    host.credentials.revokeUserTokens()
    time += 61_000
    await expect(source.userTeams(trusted(token))).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    host.disturb(/user\/teams/, respond(500, 'x'))
    time += 61_000
    await expect(source.userTeams(trusted(token))).rejects.toMatchObject({ code: 'failed' })
  })

  it('times out when it sends the body slowly', async () => {
    host.disturb(/billing\/seats/, (_req, res) => {
      res.type('json').write('{"seats":[')
      const drip = setInterval(() => res.write(' '), 20)
      res.once('close', () => clearInterval(drip))
    })
    const { source, warnings } = gitHubFor(host, { requestTimeoutMs: 150 })
    await expect(source.seats()).rejects.toMatchObject({ message: UNABLE })
    expect(warnings.join()).toContain('took too long')
  })

  it('receives no request without a readable key', async () => {
    const privateKey = () => Promise.reject(new Error('AccessDenied for arn:secret'))
    const { source, warnings } = gitHubFor(host, { privateKey })
    await expect(source.seats()).rejects.toMatchObject({ message: UNABLE })
    expect(warnings.join()).not.toContain('arn:')
    const broken = gitHubFor(host, { privateKey: async () => 'not a key' })
    await expect(broken.source.seats()).rejects.toMatchObject({ message: UNABLE })
    expect(broken.warnings.join()).not.toContain('not a key')
    expect(host.calls).toEqual([])
  })
})

describe('an incomplete live report', () => {
  it.each<[string, RegExp, Disturb]>([
    ['no user report', /users-28-day/, respond(403, { message: 'No' })],
    ['an empty user report', /users-28-day/, respond(204, '')],
    ['no content', /28-day/, respond(204, '')],
    ['no links', /28-day/, respond(200, { download_links: [] })],
    ['empty files', /report-files/, respond(200, '')],
    ['one empty file', /report-files\/organization\/.*\/1\?/, respond(200, '')],
    [
      'missing days',
      /report-files\/organization\/.*\/1\?/,
      respond(200, '{"day":"2026-11-17","daily_active_users":1}'),
    ],
  ])('is replaced by the last complete one: %s', async (_what, path, handler) => {
    let time = Date.now()
    const { source } = gitHubFor(host, { now: () => time })
    const first = await source.organisationUsage()
    expect(JSON.stringify(first)).toContain('total_engaged_users')
    host.disturb(path, handler)
    time += 61_000
    expect(await source.organisationUsage()).toEqual({ value: first.value, staleSeconds: 61 })
    host.disturb(path, (_req, _res, next) => next())
    time += 6_000
    expect(await source.organisationUsage()).toEqual({ value: first.value })
  })

  it('fails when there is no earlier one', async () => {
    host.disturb(/28-day/, respond(204, ''))
    await expect(gitHubFor(host).source.organisationUsage()).rejects.toMatchObject({
      message: 'Unable to load live usage data. Please try again later.',
    })
  })

  it('gets its engaged people once the user report is available', async () => {
    let time = Date.now()
    const { source } = gitHubFor(host, { now: () => time })
    host.disturb(/users-28-day/, respond(403, { message: 'No' }), 1)
    const newest = async () => (await source.organisationUsage()).value.at(-1)
    expect(await newest()).not.toHaveProperty('total_engaged_users')
    time += 6_000
    expect(await newest()).toHaveProperty('total_engaged_users')
  })
})

describe('report links', () => {
  const linkTo = (...download_links: unknown[]) =>
    host.disturb(/organization-28-day/, respond(200, { download_links }))
  const LIVE = 'Unable to load live usage data. Please try again later.'

  it.each([
    ['another host', 'https://evil.example/report'],
    ['another host over http', 'http://127.0.0.2:1/report'],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data'],
    ['a file', 'file:///etc/passwd'],
    ['a host with an allowed prefix', 'https://reports.example.evil.example/x'],
    ['an allowed host over http', 'http://reports.example/x'],
    ['an allowed host on another port', 'https://reports.example:8443/x'],
    ['an allowed host with a password', 'https://a:b@reports.example/x'],
    ['an invalid URL', 'reports'],
  ])('are not followed to %s', async (_what, link) => {
    linkTo(link)
    const requested: unknown[] = []
    const { source, warnings } = gitHubFor(host, {
      reportHosts: ['reports.example'],
      fetch: createHostFetch((url, init) => {
        requested.push(url)
        return fetch(url, init)
      }),
    })
    await expect(source.organisationUsage()).rejects.toMatchObject({ message: LIVE })
    expect(requested).not.toContain(link)
    expect(warnings.join()).toContain('SCM_REPORT_HOSTS')
    expect(warnings.join()).toContain(`SCM_REPORT_HOSTS: ${URL.parse(link)?.hostname ?? ''}`)
    expect(warnings.join()).not.toMatch(/latest|passwd|:8443|a:b@|\/x/)
  })

  it('are fetched without a token and without following redirects', async () => {
    const seen: unknown[] = []
    host.disturb(/^GET \/elsewhere/, (req, res) => {
      seen.push(req.headers.authorization)
      res.redirect('/login/oauth/authorize')
    })
    linkTo(`${host.origin}/elsewhere?sig=1`)
    await expect(gitHubFor(host).source.organisationUsage()).rejects.toMatchObject({
      message: LIVE,
    })
    expect(seen).toEqual([undefined])
    expect(host.calls.join()).not.toContain('authorize')
  })

  it.each<[string, Disturb, string]>([
    ['truncated lines', respond(200, '{"day":"2026-11-16"}\n{"day":"2026-1'), 'not JSON'],
    ['a web page', respond(200, '<html>expired</html>'), 'not JSON'],
    ['invalid UTF-8', respond(200, Buffer.from([0xff, 0xfe, 0x80])), 'could not be read'],
    ['too much', respond(200, 'x'.repeat(50_001)), 'more than 50000 bytes'],
    ['an expired signature', respond(403, 'AuthenticationFailed'), 'returned 403'],
    [
      'fewer bytes than announced',
      (_req, res) => {
        res.set('content-length', '100').write('{"day"')
        setTimeout(() => res.destroy(), 20)
      },
      'could not be reached',
    ],
  ])('fail the report when a file is %s', async (_what, handler, reason) => {
    linkTo(`${host.origin}/file/1`, `${host.origin}/file/2`)
    host.disturb(/file\/1/, respond(200, '{"day":"2026-11-15"}'))
    host.disturb(/file\/2/, handler)
    const { source, warnings } = gitHubFor(host, { reportMaxBytes: 50_000 })
    await expect(source.organisationUsage()).rejects.toMatchObject({ message: LIVE })
    expect(warnings.join()).toContain(reason)
  })

  it('time out when the file arrives slowly', async () => {
    linkTo(`${host.origin}/file/1`)
    host.disturb(/file\/1/, (_req, res) => {
      res.write('{')
      const drip = setInterval(() => res.write(' '), 20)
      res.once('close', () => clearInterval(drip))
    })
    const { source, warnings } = gitHubFor(host, { requestTimeoutMs: 500 })
    await expect(source.organisationUsage()).rejects.toMatchObject({ message: LIVE })
    expect(warnings.join()).toContain('A report link took too long')
  })

  it('may be compressed, with the limit on the decoded size', async () => {
    const { gzipSync } = await import('node:zlib')
    linkTo(`${host.origin}/file/1`)
    const compressed = { 'content-encoding': 'gzip' }
    host.disturb(/file\/1/, respond(200, gzipSync('{"day":"2026-11-15"}'), compressed), 1)
    const good = gitHubFor(host)
    expect((await good.source.organisationUsage()).value).toMatchObject([{ date: '2026-11-15' }])
    host.disturb(/file\/1/, respond(200, gzipSync(Buffer.alloc(5_000_000, 32)), compressed))
    const bomb = gitHubFor(host, { reportMaxBytes: 50_000 })
    await expect(bomb.source.organisationUsage()).rejects.toMatchObject({ message: LIVE })
  })

  it('fail the report when malformed or too many', async () => {
    for (const download_links of [
      'x',
      [1],
      Array.from({ length: 501 }, () => 'https://x.example/'),
    ]) {
      host.disturb(/organization-28-day/, respond(200, { download_links }))
      const { source } = gitHubFor(host)
      await expect(source.organisationUsage()).rejects.toMatchObject({ message: LIVE })
    }
  })
})
