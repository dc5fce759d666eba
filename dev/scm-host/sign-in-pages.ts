import express, { Router, type Request, type Response } from 'express'
import { SIGN_IN_USERS, type Organisation } from './organisation.ts'
import type { Credentials } from './credentials.ts'
import { choicePage, consentPage, refusalPage } from './pages.ts'

export interface SignInPageDeps {
  organisation: Organisation
  credentials: Credentials
  clientId: string
  clientSecret: string
  /** Origins of the addresses to which the app may return. */
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

/** Sign-in page with consent, and the exchange of codes. */
export function signInPages(deps: SignInPageDeps): Router {
  const { organisation, credentials, clientId, clientSecret } = deps
  const users = Object.entries(SIGN_IN_USERS).flatMap(([role, index]) => {
    const user = organisation.users[index]
    return user ? [{ user, role }] : []
  })

  function asked(req: Request, res: Response) {
    const query = new URL(req.originalUrl, 'http://host').searchParams
    const redirectUri = query.get('redirect_uri') ?? ''
    const mayReturn =
      URL.canParse(redirectUri) && deps.callbackOrigins.includes(new URL(redirectUri).origin)
    if (query.get('client_id') !== clientId || !mayReturn) {
      res.status(404).send(refusalPage('The client or the address to return to is not known.'))
      return undefined
    }
    const user = users.find((choice) => choice.user.login === query.get('login'))?.user
    return { query, redirectUri, user }
  }

  const router = Router()
  router.get('/login/oauth/authorize', (req, res) => {
    const request = asked(req, res)
    if (!request) return
    const { query, redirectUri, user } = request
    const scopes = query.get('scope') ?? ''
    res.send(user ? consentPage(user, scopes, redirectUri) : choicePage(users, query.toString()))
  })
  const form = express.urlencoded({ extended: false, limit: 10_000 })
  router.post('/login/oauth/authorize', form, (req, res) => {
    const request = asked(req, res)
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
    // The host answers 200 whatever is wrong.
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
