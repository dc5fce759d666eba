import type { Section, Statement } from '../statement.ts'

/** A summary needs no test of the other side, since the summarised statements have them. */
const summary = (claim: string, of: string): Statement => ({
  claim,
  noOtherwise: `a summary: see ${of}`,
})

/** The subject and the summary of the specification. */
export const SCOPE: readonly Section[] = [
  {
    number: '0',
    title: 'Subject',
    sentences: 3,
    rows: 0,
    statements: {
      '0-s1': { heading: 'names the subjects of the specification' },
      '0-s2': {
        claim: 'All paths have one base address, that of the gateway',
        noOtherwise: 'the operator chooses the address',
      },
      '0-s3': 'Paths contain `assistant` and `scm` in place of product names',
    },
  },
  {
    number: '1',
    title: 'Summary',
    sentences: 14,
    rows: 6,
    statements: {
      '1-s1': summary('A web application gets JSON over HTTP', '4-s1'),
      '1-s2': { heading: 'introduces the list' },
      '1-s3': summary('Projects are stored and served under `/api/v1/projects`', '4.1'),
      '1-s4': summary(
        'A record contains the people, description, code location and technologies of a project',
        '2.1',
      ),
      '1-s5a': summary('Rows for CSV are derived from projects and served as JSON', '4.2-r1'),
      '1-s5b': summary('Projects are served as JSON', '4.1-r1'),
      '1-s5c': summary('Statistics of repositories are served, filtered on request', '4.2-r2'),
      '1-s5d': summary('Directorates are served', '4.2-r5'),
      '1-s5e': summary('The radar is served', '4.2-r3'),
      '1-s5f': summary('Banners are served', '4.2-r6'),
      '1-s6a': summary('Administrators edit banners', '4.3-r2 to 4.3-r5'),
      '1-s6b': summary('Administrators edit array data', '4.3-r7'),
      '1-s6c': summary('Administrators edit the radar', '4.3-r9'),
      '1-s6d': summary('Administrators normalise technology names in all projects', '4.3-r10'),
      '1-s7': 'Reviewers update the radar; callers without the group do not',
      '1-s8': 'The e-mail of the reviewer is stored as author of the change',
      '1-s9a': summary('Live usage of the organisation is served', '4.5-r1'),
      '1-s9b': summary('Historic usage of the organisation is served', '4.5-r2'),
      '1-s9c': summary('Usage per team is served', '4.5-r3'),
      '1-s9d': summary('Seats are served', '4.5-r4'),
      '1-s9e': summary('An OAuth code is exchanged at the source-control host', '4.5-r7'),
      '1-s9f': summary('The browser is redirected to the login of the host', '4.5-r8'),
      '1-s10a': summary('Callers get information about themselves', '4.6-r1'),
      '1-s10b': summary('Callers can log out', '4.6-r2'),
      '1-s11': summary('There is a health check', '4.2-r8'),
      '1-s12a': summary('Tokens of the identity provider decide who gets access', '5-s1 to 5-s3'),
      '1-s12b': summary('The groups admin and reviewer decide what a caller may do', '5-s4'),
      '1-s13': 'Each document has its bucket, of three',
      '1-s14': { heading: 'introduces the table' },
      '1-r1a': '`/api/v1/projects` is the registry',
      '1-r1b': 'Any authenticated caller may use it',
      '1-r2': '`/api` is for data',
      '1-r3a': '`/admin/api` is for administration',
      '1-r3b': 'It needs the group admin',
      '1-r4a': '`/review/api` is for reviews',
      '1-r4b': 'It needs the group reviewer',
      '1-r5': '`/assistant/api` is for the usage of code assistants',
      '1-r6a': '`/user/api` is for user information and logout',
      '1-r6b': 'It needs an authenticated caller',
    },
  },
]
