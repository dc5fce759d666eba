import { buffer } from 'node:stream/consumers'
import type { RequestHandler } from 'express'

/** Request headers to forward to the gateway. */
const FORWARDED = ['content-type', 'cookie', 'origin', 'sec-fetch-site', 'if-none-match']
const RETURNED = ['content-type', 'location', 'etag', 'age', 'warning', 'retry-after']

/**
 * Forwards requests of the sample client to the gateway like the development server of a web client, so that
 * page and API have one origin.
 */
export function forwardTo(gatewayUrl: string): RequestHandler {
  return async (req, res) => {
    const headers = new Headers()
    for (const name of FORWARDED) {
      const value = req.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    try {
      const response = await fetch(`${gatewayUrl}${req.originalUrl}`, {
        method: req.method,
        headers,
        redirect: 'manual',
        ...(req.method === 'POST' && { body: new Uint8Array(await buffer(req)) }),
      })
      res.status(response.status)
      for (const name of RETURNED) {
        const value = response.headers.get(name)
        if (value !== null) res.set(name, value)
      }
      for (const cookie of response.headers.getSetCookie()) res.append('set-cookie', cookie)
      res.send(Buffer.from(await response.arrayBuffer()))
    } catch {
      res.status(502).json({ error: `No gateway at ${gatewayUrl}` })
    }
  }
}

/**
 * A web client in one page, for the sign-in and every route without the real client. It exchanges the code
 * from the host's sign-in page and shows the response of each route.
 */
export const CLIENT_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sample client</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
  td, th { text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top }
  td { font-family: ui-monospace, monospace; font-size: .8125rem; overflow-wrap: anywhere }
  .note { color: #666; font-size: .875rem }
</style>
<h1>Sample client</h1>
<p id="status">…</p>
<p><a id="sign-in" href="/assistant/api/scm/oauth/login">Sign in</a> ·
  <button id="sign-out">Sign out</button></p>
<table><thead><tr><th>Route<th>Status<th>Response</thead><tbody id="responses"></tbody></table>
<p class="note">Local source-control host for development. All people are invented.</p>
<script type="module">
const api = (path, options = {}) =>
  fetch('/assistant/api' + path, options)
const post = (path, body) =>
  api(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const element = (id) => document.getElementById(id)
const show = (text) => { element('status').textContent = text }

element('sign-out').onclick = async () => {
  await post('/scm/oauth/logout', {})
  await showAll()
}

const given = new URLSearchParams(location.search)
history.replaceState(null, '', location.pathname)
if (given.has('code')) {
  const response = await post('/scm/oauth/token', Object.fromEntries(given))
  if (!response.ok) show('Sign-in failed: ' + (await response.json()).error)
}
await showAll()

async function showAll() {
  const { authenticated } = await (await api('/auth/status')).json()
  show(authenticated ? 'Signed in' : given.get('error') ?? 'Not signed in')
  const teams = authenticated ? (await (await api('/teams')).json()).userTeamSlugs ?? [] : []
  const paths = ['/org/live', '/org/historic', '/teams', '/teams/historic', '/seats',
    '/admin/status', '/team/seats?teamSlug=' + encodeURIComponent(teams[0] ?? 'none')]
  element('responses').replaceChildren()
  for (const path of paths) {
    const response = await api(path)
    const body = await response.json().catch(() => 'not JSON')
    const text = Array.isArray(body) ? body.length + ' elements' : JSON.stringify(body)
    const row = element('responses').insertRow()
    for (const cell of [path, response.status, text.slice(0, 160)]) {
      row.insertCell().textContent = cell
    }
  }
  document.body.dataset.ready = 'yes'
}
</script>
</html>`
