import express, { Router, type Request, type Response } from 'express'
import type { Member } from '../organisation/members.ts'
import { SIGN_IN_USERS, type Organisation } from './organisation.ts'
import type { Credentials } from './credentials.ts'

interface SignInPageDeps {
  organisation: Organisation
  credentials: Credentials
  clientId: string
  clientSecret: string
  /** Allowed origins of redirect URIs. */
  callbackOrigins: readonly string[]
}

const WRONG_CODE = {
  error: 'bad_verification_code',
  error_description: 'The code passed is incorrect or expired.',
}
const WRONG_CLIENT = {
  error: 'incorrect_client_credentials',
  error_description: 'The client_id and/or client_secret passed are incorrect.',
}

/** The sign-in and consent pages, and the exchange of codes. */
export function signInPages(deps: SignInPageDeps): Router {
  const { organisation, credentials, clientId, clientSecret } = deps
  const users = Object.entries(SIGN_IN_USERS).flatMap(([role, login]) =>
    organisation.users.filter((user) => user.login === login).map((user) => ({ user, role })),
  )

  function readAuthorization(req: Request, res: Response) {
    const query = new URL(req.originalUrl, 'http://host').searchParams
    const redirectUri = query.get('redirect_uri') ?? ''
    const mayReturn =
      URL.canParse(redirectUri) && deps.callbackOrigins.includes(new URL(redirectUri).origin)
    if (query.get('client_id') !== clientId || !mayReturn) {
      res.status(404).send(errorPage('The client or the redirect URI is unknown.'))
      return undefined
    }
    const user = users.find((choice) => choice.user.login === query.get('login'))?.user
    return { query, redirectUri, user }
  }

  const router = Router()
  router.get('/login/oauth/authorize', (req, res) => {
    const request = readAuthorization(req, res)
    if (!request) return
    const { query, redirectUri, user } = request
    const scopes = query.get('scope') ?? ''
    res.send(user ? consentPage(user, scopes, redirectUri) : choicePage(users, query.toString()))
  })
  const form = express.urlencoded({ extended: false, limit: 10_000 })
  router.post('/login/oauth/authorize', form, (req, res) => {
    const request = readAuthorization(req, res)
    if (!request) return
    const { query, redirectUri, user } = request
    const back = new URL(redirectUri)
    const state = query.get('state')
    if (state !== null) back.searchParams.set('state', state)
    if (user && (req.body as { decision?: string }).decision === 'authorize') {
      const challenge = query.get('code_challenge') ?? undefined
      back.searchParams.set('code', credentials.grant(user, redirectUri, challenge))
    } else {
      back.searchParams.set('error', 'access_denied')
    }
    res.redirect(back.href)
  })
  router.post('/login/oauth/access_token', form, (req, res) => {
    const body = (req.body ?? {}) as Record<string, string | undefined>
    // The host returns 200 for every error.
    if (body['client_id'] !== clientId || body['client_secret'] !== clientSecret) {
      res.json(WRONG_CLIENT)
      return
    }
    const { code = '', redirect_uri: redirectUri = '', code_verifier: verifier } = body
    const token = credentials.redeem(code, redirectUri, verifier)
    res.json(token ? { access_token: token, token_type: 'bearer', expires_in: 28_800 } : WRONG_CODE)
  })
  return router
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escape(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem }
  button { font: inherit; padding: .5rem 1rem; margin: .25rem .5rem .25rem 0 }
  .note { color: #666; font-size: .875rem }
</style>
<h1>${escape(title)}</h1>
${body}
<p class="note">Local source-control host for development. All people are invented.</p>
</html>`
}

/** The page that selects a user. */
function choicePage(users: readonly { user: Member; role: string }[], query: string) {
  const choices = users.map(
    ({ user, role }) =>
      `<p><a href="?${escape(`${query}&login=${user.login}`)}">${escape(user.login)}</a> ${escape(role)}</p>`,
  )
  return page('Sign in', choices.join('\n'))
}

/** The page that requests consent. */
function consentPage(user: Member, scopes: string, returnTo: string) {
  return page(
    'Authorize Technology Landscape',
    `<p>Signed in as <b>${escape(user.login)}</b>.</p>
<p>The application requests access to: <b>${escape(scopes)}</b>.</p>
<p>You will return to <code>${escape(returnTo)}</code>.</p>
<form method="post">
  <button name="decision" value="authorize" id="authorize">Authorize</button>
  <button name="decision" value="cancel" id="cancel">Cancel</button>
</form>`,
  )
}

function errorPage(reason: string) {
  return page('This cannot be authorized', `<p>${escape(reason)}</p>`)
}
