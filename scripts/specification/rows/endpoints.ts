import type { Chapters } from '../coverage.ts'

/** What each endpoint answers. */
export const ENDPOINTS: Chapters = {
  'Project registry': {
    'projects.list.200':
      '`GET /api/v1/projects` answers the projects of the caller as an array; others are not among them',
    'projects.list.404': 'it answers 404 when there is none',
    'projects.list.401': 'it answers 401 without a token',
    'projects.list.pages': 'it answers pages on request, and whole lists otherwise',
    'projects.create.201': '`POST /api/v1/projects` answers 201 with the project as it was sent',
    'projects.create.401': 'it answers 401 without a token, whatever the body is',
    'projects.create.406':
      'it answers 406 when the project is missing or lacks what it has to have',
    'projects.create.409': 'it answers 409 when the caller has a project of that name',
    'projects.read.200': '`GET /api/v1/projects/{project_name}` answers the project of the caller',
    'projects.read.401': 'it answers 401 without a token',
    'projects.read.404': 'it answers 404 when the caller has no such project',
    'projects.update.200':
      '`PUT /api/v1/projects/{project_name}` answers what was sent, and stores it',
    'projects.update.401': 'it answers 401 without a token, whatever the body is',
    'projects.update.404': 'it answers 404 when the caller has no such project, and stores nothing',
    'projects.update.406':
      'it answers 406 when the project is missing or lacks what it has to have',
    'projects.name-in-path': 'a project is reached by its name in the path, whatever the name is',
  },
  Data: {
    'data.csv': '`GET /api/csv` answers an array with an object of several fields for each project',
    'data.csv.columns': 'the fields of a row are made of the project',
    'data.json': '`GET /api/json` answers statistics, languages and metadata of the repositories',
    'data.json.datetime': '`datetime` filters the repositories, and `filter_date` says so',
    'data.json.datetime-invalid':
      'an invalid `datetime` is ignored: 200, all repositories, `filter_date` null',
    'data.json.archived': '`archived` filters by whether a repository is archived',
    'data.json.combined': 'filters can be combined',
    'data.json.last-updated': '`last_updated` is what the stored repositories say, or null',
    'data.radar': '`GET /api/tech-radar/json` answers the stored radar',
    'data.named':
      '`GET /api/repository/project/json` answers the named repositories, their statistics and languages',
    'data.named.several':
      'several names are separated by commas, and statistics are over all of them',
    'data.named.filters': 'the filters of the statistics apply to named repositories, too',
    'data.named.400': 'without a name it answers 400',
    'data.directorates': '`GET /api/directorates/json` answers the stored directorates',
    'data.banners': '`GET /api/banners` answers active banners and no other',
    'data.banners.all': '`GET /api/banners/all` answers inactive banners as well',
    'data.health':
      '`GET /api/health` answers 200 with status, timestamp, uptime, memory and process id, also without a store',
  },
  Administration: {
    'admin.banners.read': '`GET /admin/api/banners` answers `messages`, inactive ones too',
    'admin.banners.replace': '`POST /admin/api/banners` replaces all banners',
    'admin.banners.update.add':
      '`POST /admin/api/banners/update` adds a banner with text and pages, title and type if they are sent',
    'admin.banners.update.change': 'the same changes a stored banner',
    'admin.banners.update.later': 'an added banner is in every later read',
    'admin.banners.toggle': '`POST /admin/api/banners/toggle` changes whether a banner is shown',
    'admin.banners.delete': '`POST /admin/api/banners/delete` removes one banner',
    'admin.array-data.read': '`GET /admin/api/array-data` answers the technology lists',
    'admin.array-data.update-one': '`POST /admin/api/array-data/update` replaces one list',
    'admin.array-data.update-all': 'the same replaces all lists',
    'admin.radar.read': '`GET /admin/api/tech-radar` answers the stored radar',
    'admin.radar.update': '`POST /admin/api/tech-radar/update` stores the radar',
    'admin.normalise':
      '`POST /admin/api/normalise/technology` gives a technology one name in all projects',
  },
  Review: {
    'review.radar.update':
      '`POST /review/api/tech-radar/update` stores the structure that was sent, and says so',
    'review.radar.author': 'the e-mail of the reviewer is recorded as the author of what is new',
    'review.radar.400-title': 'a missing title is refused with 400',
    'review.radar.400-quadrants': 'invalid quadrants are refused with 400',
    'review.radar.400-rings': 'invalid rings are refused with 400',
    'review.radar.400-entries': 'invalid entries are refused with 400, and the answer says which',
    'review.radar.400-references':
      'entries in rings or quadrants that are not there are refused with 400',
    'review.radar.400-empty': 'an empty update is refused with 400',
    'review.radar.partial': 'entries alone are merged with what is stored',
    'review.radar.unchanged': 'a refused update leaves the stored radar as it is',
  },
  Assistant: {
    'assistant.org.live':
      '`GET /assistant/api/org/live` answers the present usage of the organisation',
    'assistant.org.historic':
      '`GET /assistant/api/org/historic` answers the stored usage of the organisation',
    'assistant.teams.historic':
      '`GET /assistant/api/teams/historic` answers the stored usage of teams',
    'assistant.seats': '`GET /assistant/api/seats` answers the seats',
    'assistant.teams': '`GET /assistant/api/teams` answers the teams that the user belongs to',
    'assistant.team.seats': '`GET /assistant/api/team/seats` answers the seats of one team',
    'assistant.oauth.token': '`POST /assistant/api/scm/oauth/token` exchanges a code for a session',
    'assistant.oauth.login': '`GET /assistant/api/scm/oauth/login` leads to the login of the host',
  },
  Caller: {
    'user.info': '`GET /user/api/info` answers e-mail and groups of the caller',
    'user.logout':
      '`POST /user/api/logout` answers the address that ends the session at the identity provider',
    'user.logout.authenticated':
      'logging out is for an authenticated user; a 401 still shows the way out',
    'unknown-path': 'a path that does not exist is answered with 404',
  },
}
