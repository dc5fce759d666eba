import { buffer } from 'node:stream/consumers'
import type { RequestHandler } from 'express'

/** Request headers that the gateway needs; the rest is between browser and local host. */
const PASSED = ['content-type', 'cookie', 'origin', 'sec-fetch-site', 'if-none-match']
const RETURNED = ['content-type', 'location', 'etag', 'age', 'warning', 'retry-after']

/**
 * Passes requests of the sample client on to the gateway, as the development server of a web client
 * does: for the browser, page and interface are one origin.
 */
export function forwardTo(gatewayUrl: string): RequestHandler {
  return async (req, res) => {
    const headers = new Headers()
    for (const name of PASSED) {
      const value = req.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    try {
      const answer = await fetch(`${gatewayUrl}${req.originalUrl}`, {
        method: req.method,
        headers,
        redirect: 'manual',
        ...(req.method === 'POST' && { body: new Uint8Array(await buffer(req)) }),
      })
      res.status(answer.status)
      for (const name of RETURNED) {
        const value = answer.headers.get(name)
        if (value !== null) res.set(name, value)
      }
      for (const cookie of answer.headers.getSetCookie()) res.append('set-cookie', cookie)
      res.send(Buffer.from(await answer.arrayBuffer()))
    } catch {
      res.status(502).json({ error: `No gateway at ${gatewayUrl}` })
    }
  }
}

/**
 * A web client in one page, for trying the sign-in and every route without the real one. It returns
 * from the host's sign-in page with a code, exchanges it, and shows what each route answers.
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
<p><a id="sign-in" href="/assistant/api/scm/oauth/login">Sign in</a> · <button id="sign-out">Sign out</button></p>
<table><thead><tr><th>Route<th>Status<th>Answer</thead><tbody id="answers"></tbody></table>
<p class="note">Local source-control host for development. Nobody here exists.</p>
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
  const answer = await post('/scm/oauth/token', Object.fromEntries(given))
  if (!answer.ok) show('Sign-in failed: ' + (await answer.json()).error)
}
await showAll()

async function showAll() {
  const { authenticated } = await (await api('/auth/status')).json()
  show(authenticated ? 'Signed in' : given.get('error') ?? 'Not signed in')
  const teams = authenticated ? (await (await api('/teams')).json()).userTeamSlugs ?? [] : []
  const paths = ['/org/live', '/org/historic', '/teams', '/teams/historic', '/seats',
    '/admin/status', '/team/seats?teamSlug=' + encodeURIComponent(teams[0] ?? 'none')]
  element('answers').replaceChildren()
  for (const path of paths) {
    const answer = await api(path)
    const body = await answer.json().catch(() => 'no JSON')
    const text = Array.isArray(body) ? body.length + ' elements' : JSON.stringify(body)
    const row = element('answers').insertRow()
    for (const cell of [path, answer.status, text.slice(0, 160)]) {
      row.insertCell().textContent = cell
    }
  }
  document.body.dataset.ready = 'yes'
}
</script>
</html>`
