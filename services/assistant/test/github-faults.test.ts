import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Disturb } from '@landscape/dev/scm-host'
import { gitHubFor, startHost, vouched, type RunningHost } from './host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

const answer =
  (status: number, body: unknown, headers = {}): Disturb =>
  (_req, res) =>
    void res.status(status).set(headers).send(body)
const UNABLE = 'Unable to load seats. Please try again later.'

describe('answers that are none', () => {
  it.each<[string, Disturb]>([
    ['a web page', answer(200, '<!doctype html><title>ghs_secret</title>')],
    [
      'a web page that says it is JSON',
      answer(200, '<html>', { 'content-type': 'application/json' }),
    ],
    ['cut JSON', answer(200, '{"total_seats":1,"sea', { 'content-type': 'application/json' })],
    ['another shape', answer(200, { total_seats: 1, seats: 'none' })],
    ['seats that are no objects', answer(200, { seats: [1, null] })],
    ['a list', answer(200, [])],
    ['nothing', answer(200, '')],
    ['a conflict, which Octokit takes for the end of a list', answer(409, { message: 'x' })],
    ['a redirect', answer(302, '', { location: 'http://169.254.169.254/' })],
    ['a refusal', answer(403, { message: 'Resource not accessible by integration' })],
    ['a fault', answer(500, '<h1>Unicorn! ghs_secret</h1>')],
    ['a cut connection', (req) => void req.socket.destroy()],
  ])('become one fixed text: %s', async (_what, handler) => {
    host.disturb(/billing\/seats/, handler)
    const { source, warnings } = gitHubFor(host)
    await expect(source.seats()).rejects.toMatchObject({ code: 'failed', message: UNABLE })
    expect(warnings.join()).not.toMatch(/ghs_|<|169/)
  })

  it('are not taken for the end of a list on a later page', async () => {
    const big = await startHost({ seatCount: 250 })
    big.disturb(/billing\/seats.*page=3/, answer(502, 'x'))
    await expect(gitHubFor(big).source.seats()).rejects.toMatchObject({ message: UNABLE })
    await big.close()
  })

  it('do not lead Octokit to another host', async () => {
    host.disturb(/billing\/seats/, (_req, res) => {
      res.set('link', '<http://127.0.0.2:1/next>; rel="next"').json({ seats: [] })
    })
    const { source, warnings } = gitHubFor(host)
    await expect(source.seats()).rejects.toMatchObject({ message: UNABLE })
    expect(warnings.join()).toContain('linked to an address that is not allowed')
  })

  it('say that the host has no such interface, as Enterprise Server does', async () => {
    host.disturb(/copilot/, answer(404, { message: 'Not Found' }))
    const { source } = gitHubFor(host)
    await expect(source.seats()).rejects.toMatchObject({ code: 'not-implemented' })
    await expect(source.organisationUsage()).rejects.toMatchObject({ code: 'not-implemented' })
  })

  it.each([/orgs\/acme\/installation/, /access_tokens/])(
    'do not say anything about a team or an interface when the app is not installed: %s',
    async (path) => {
      host.disturb(path, answer(404, { message: 'Not Found' }))
      const { source, warnings } = gitHubFor(host)
      for (const asked of [
        () => source.seats(),
        () => source.memberIds('lighthouse'),
        () => source.organisationUsage(),
      ]) {
        await expect(asked()).rejects.toMatchObject({ code: 'failed' })
      }
      expect(warnings.join()).toContain('SCM_ORG')
    },
  )

  it('keep numbers that only fit into a bigint sendable', async () => {
    host.disturb(/billing\/seats/, (_req, res) => {
      res
        .type('json')
        .send('{"seats":[{"created_at":"2026-01-05","assignee":{"id":12345678901234567890}}]}')
    })
    const { value } = await gitHubFor(host).source.seats()
    expect(JSON.parse(JSON.stringify(value))).toHaveLength(1)
  })
})

describe('limits', () => {
  it('are passed on, and the host is left alone until they end', async () => {
    let time = Date.now()
    host.disturb(/billing\/seats/, answer(429, { message: 'Slow down' }, { 'retry-after': '30' }))
    const { source } = gitHubFor(host, { now: () => time })
    const seatCalls = () => host.calls.filter((call) => call.includes('seats')).length
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
  ])('are waited for once when they are short: %s', async (_kind, body, headers) => {
    host.disturb(/billing\/seats/, answer(403, body, headers), 1)
    expect((await gitHubFor(host).source.seats()).value).toHaveLength(12)
  })

  it('are not waited for when they are long', async () => {
    const body = { message: 'You have exceeded a secondary rate limit' }
    host.disturb(/billing\/seats/, answer(403, body, { 'retry-after': '90' }))
    await expect(gitHubFor(host).source.seats()).rejects.toMatchObject({ retryAfter: 90 })
    expect(host.calls.filter((call) => call.includes('seats'))).toHaveLength(1)
  })
})

describe('a host that comes and goes', () => {
  it('is asked once more after a fault', async () => {
    host.disturb(/billing\/seats/, answer(502, 'bad gateway'), 1)
    expect((await gitHubFor(host).source.seats()).value).toHaveLength(12)
  })

  it('leaves the last answer, with its age, until that is too old', async () => {
    let time = Date.now()
    const { source } = gitHubFor(host, { now: () => time, staleMs: 600_000 })
    const first = await source.seats()
    host.disturb(/billing\/seats/, answer(500, 'x'))
    time += 120_000
    expect(await source.seats()).toEqual({ value: first.value, staleSeconds: 120 })
    time += 500_000
    await expect(source.seats()).rejects.toMatchObject({ message: UNABLE })
  })

  it('never answers from memory for a token that it now refuses', async () => {
    let time = Date.now()
    const { source } = gitHubFor(host, { now: () => time })
    const token = host.tokenOf('ordinary')
    await source.userTeams(vouched(token))
    host.credentials.revokeUserTokens()
    time += 61_000
    await expect(source.userTeams(vouched(token))).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    host.disturb(/user\/teams/, answer(500, 'x'))
    time += 61_000
    await expect(source.userTeams(vouched(token))).rejects.toMatchObject({ code: 'failed' })
  })

  it('is given up when it sends drop by drop', async () => {
    host.disturb(/billing\/seats/, (_req, res) => {
      res.type('json').write('{"seats":[')
      const drip = setInterval(() => res.write(' '), 20)
      res.once('close', () => clearInterval(drip))
    })
    const { source, warnings } = gitHubFor(host, { requestTimeoutMs: 150 })
    await expect(source.seats()).rejects.toMatchObject({ message: UNABLE })
    expect(warnings.join()).toContain('took too long')
  })

  it('does not take part in a key that cannot be read', async () => {
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

describe('a live report that becomes poorer', () => {
  it.each<[string, RegExp, Disturb]>([
    ['no user report', /users-28-day/, answer(403, { message: 'No' })],
    ['an empty user report', /users-28-day/, answer(204, '')],
    ['no content', /28-day/, answer(204, '')],
    ['no links', /28-day/, answer(200, { download_links: [] })],
    ['empty files', /report-files/, answer(200, '')],
    ['one empty file', /report-files\/organization\/.*\/1\?/, answer(200, '')],
    [
      'missing days',
      /report-files\/organization\/.*\/1\?/,
      answer(200, '{"day":"2026-11-17","daily_active_users":1}'),
    ],
  ])('leaves the last answer, with its age: %s', async (_what, path, handler) => {
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

  it('is a failure when there never was another one', async () => {
    host.disturb(/28-day/, answer(204, ''))
    await expect(gitHubFor(host).source.organisationUsage()).rejects.toMatchObject({
      message: 'Unable to load live usage data. Please try again later.',
    })
  })

  it('gets its engaged people as soon as users can be had', async () => {
    let time = Date.now()
    const { source } = gitHubFor(host, { now: () => time })
    host.disturb(/users-28-day/, answer(403, { message: 'No' }), 1)
    expect(JSON.stringify(await source.organisationUsage())).not.toContain('engaged')
    time += 6_000
    expect(JSON.stringify(await source.organisationUsage())).toContain('engaged')
  })
})

describe('report links', () => {
  const linkTo = (...download_links: unknown[]) =>
    host.disturb(/organization-28-day/, answer(200, { download_links }))
  const LIVE = 'Unable to load live usage data. Please try again later.'

  it.each([
    ['another host', 'https://evil.example/report'],
    ['another host over http', 'http://127.0.0.2:1/report'],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data'],
    ['a file', 'file:///etc/passwd'],
    ['a host that begins alike', 'https://reports.example.evil.example/x'],
    ['an allowed host over http', 'http://reports.example/x'],
    ['an allowed host on another port', 'https://reports.example:8443/x'],
    ['an allowed host with a password', 'https://a:b@reports.example/x'],
    ['no address', 'reports'],
  ])('are not followed to %s', async (_what, link) => {
    linkTo(link)
    const asked: unknown[] = []
    const { source, warnings } = gitHubFor(host, {
      reportHosts: ['reports.example'],
      fetch: (url, init) => {
        asked.push(url)
        return fetch(url, init)
      },
    })
    await expect(source.organisationUsage()).rejects.toMatchObject({ message: LIVE })
    expect(asked).not.toContain(link)
    expect(warnings.join()).toContain('SCM_REPORT_HOSTS')
    expect(warnings.join()).toContain(`name: ${URL.parse(link)?.hostname ?? ''}`)
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
    ['cut lines', answer(200, '{"day":"2026-11-16"}\n{"day":"2026-1'), 'not JSON'],
    ['a web page', answer(200, '<html>expired</html>'), 'not JSON'],
    ['bytes that are no text', answer(200, Buffer.from([0xff, 0xfe, 0x80])), 'could not be read'],
    ['too much', answer(200, 'x'.repeat(50_001)), 'more than 50000 bytes'],
    ['an expired signature', answer(403, 'AuthenticationFailed'), 'answered 403'],
    [
      'fewer bytes than announced',
      (_req, res) => {
        res.set('content-length', '100').write('{"day"')
        setTimeout(() => res.destroy(), 20)
      },
      'could not be read',
    ],
  ])('whose file is %s make no report at all', async (_what, handler, reason) => {
    linkTo(`${host.origin}/file/1`, `${host.origin}/file/2`)
    host.disturb(/file\/1/, answer(200, '{"day":"2026-11-15"}'))
    host.disturb(/file\/2/, handler)
    const { source, warnings } = gitHubFor(host, { reportMaxBytes: 50_000 })
    await expect(source.organisationUsage()).rejects.toMatchObject({ message: LIVE })
    expect(warnings.join()).toContain(reason)
  })

  it('that send drop by drop are given up', async () => {
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

  it('may be packed, up to the same limit unpacked', async () => {
    const { gzipSync } = await import('node:zlib')
    linkTo(`${host.origin}/file/1`)
    const packed = { 'content-encoding': 'gzip' }
    host.disturb(/file\/1/, answer(200, gzipSync('{"day":"2026-11-15"}'), packed), 1)
    const good = gitHubFor(host)
    expect((await good.source.organisationUsage()).value).toMatchObject([{ date: '2026-11-15' }])
    host.disturb(/file\/1/, answer(200, gzipSync(Buffer.alloc(5_000_000, 32)), packed))
    const bomb = gitHubFor(host, { reportMaxBytes: 50_000 })
    await expect(bomb.source.organisationUsage()).rejects.toMatchObject({ message: LIVE })
  })

  it('that are not a list, or far too many, make no report', async () => {
    for (const download_links of [
      'x',
      [1],
      Array.from({ length: 501 }, () => 'https://x.example/'),
    ]) {
      host.disturb(/organization-28-day/, answer(200, { download_links }))
      const { source } = gitHubFor(host)
      await expect(source.organisationUsage()).rejects.toMatchObject({ message: LIVE })
    }
  })
})
