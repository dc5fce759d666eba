import type { KeyObject } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Member } from '../../organisation/members.ts'
import { isAppToken, type Credentials } from '../credentials.ts'
import type { Organisation } from '../organisation.ts'
import type { Switches } from '../switches.ts'
import { reject } from './answer.ts'

/** Guards of routes, for the app, its installation or a signed-in user. */
export interface Access {
  forApp: RequestHandler
  forInstallation: RequestHandler
  /** Returns the signed-in user, or responds 401. */
  userOf(req: Request, res: Response): Member | undefined
}

/** Data of the host for its routes of seats and bills. */
export interface HostDeps {
  organisation: Organisation
  reportTime: () => number
  switches: Readonly<Switches>
}

interface AccessDeps {
  credentials: Credentials
  appId: string
  publicKey: KeyObject
}

export function createAccess({ credentials, appId, publicKey }: AccessDeps): Access {
  return {
    forApp: (req, res, next) => {
      if (isAppToken(tokenOf(req), appId, publicKey, Date.now())) next()
      else reject(res, 401, 'A JSON web token could not be decoded')
    },
    forInstallation: (req, res, next) => {
      if (credentials.isInstallationToken(tokenOf(req))) next()
      else reject(res, 401, 'Bad credentials')
    },
    userOf: (req, res) => {
      const user = credentials.userOf(tokenOf(req))
      if (!user) reject(res, 401, 'Bad credentials')
      return user
    },
  }
}

/** Rejects requests without a version of the API. */
export const requireVersion: RequestHandler = (req, res, next) => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(req.header('x-github-api-version') ?? '')) next()
  else reject(res, 400, 'The API version is not supported')
}

/** Rejects requests while billing is switched off. */
export function requireBilling(switches: Readonly<Switches>): RequestHandler {
  return (_req, res, next) => {
    const { billing } = switches
    if (billing === 'on') next()
    else reject(res, billing, billing === 403 ? 'Resource not accessible' : 'Not Found')
  }
}

function tokenOf(req: Request): string {
  return (req.headers.authorization ?? '').replace(/^(?:bearer|token) /i, '')
}
