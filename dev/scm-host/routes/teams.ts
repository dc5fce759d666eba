import { Router } from 'express'
import { account } from '../../organisation/seats.ts'
import type { HostTeam, Organisation } from '../organisation.ts'
import type { Access } from './access.ts'
import { answerPage, reject, sendConditional } from './answer.ts'

const PAGE_SIZE = 30

/** The signed-in user, the user's teams, and the teams of the organisation with their members. */
export function teamRoutes(access: Access, { login, teams }: Organisation) {
  const own = teams.filter((team) => team.organisation === login)
  const router = Router()
  router.get('/user', (req, res) => {
    const user = access.userOf(req, res)
    if (user) sendConditional(req, res, { ...account(user), name: user.login })
  })
  router.get('/user/teams', (req, res) => {
    const user = access.userOf(req, res)
    if (!user) return
    const joined = teams.filter(({ members }) => members.includes(user))
    answerPage(req, res, joined.map(teamBody), PAGE_SIZE)
  })
  router.get('/orgs/:org/teams', access.forInstallation, (req, res) => {
    answerPage(req, res, own.map(teamBody), PAGE_SIZE)
  })
  router.get('/orgs/:org/teams/:slug/members', access.forInstallation, (req, res) => {
    const team = own.find(({ slug }) => slug === req.params['slug'])
    if (team) answerPage(req, res, team.members.map(account), PAGE_SIZE)
    else reject(res, 404, 'Not Found')
  })
  return router
}

function teamBody({ id, slug, name, description, organisation }: HostTeam) {
  const html_url = `https://scm.example/orgs/${organisation}/teams/${slug}`
  return { id, slug, name, description, html_url, organization: { login: organisation } }
}
