import type { Section } from '../statement.ts'

/** Authentication, events, errors, configuration and versions. */
export const RULES: readonly Section[] = [
  {
    number: '5',
    title: 'Authentication',
    sentences: 11,
    rows: 0,
    statements: {
      '5-s1a': 'The registry requires the header `Authorization`',
      '5-s1b': 'It contains an ID token of the identity provider',
      '5-s2a': 'A missing token: 401',
      '5-s2b': 'An invalid token: 401',
      '5-s3a': 'Tokens of the load balancer are verified',
      '5-s3b': 'Tokens of the identity provider are verified, of one user pool only',
      '5-s4a': 'The group admin has access to all endpoints',
      '5-s4b': 'The group reviewer has access to reviews and radar updates, not to administration',
      '5-s5': 'One caller can have more than one group',
      '5-s6a': 'Authenticated callers have access to protected routes',
      '5-s6b': '`/admin/api` is for admin only',
      '5-s6c': '`/review/api` is for reviewers only',
      '5-s7a': 'Failed authentication: 401',
      '5-s7b': 'An authenticated caller without the group: 403',
      '5-s8a': 'Development mode needs no token',
      '5-s8b': 'A default developer has the groups admin and reviewer',
      '5-s9': '`DEV_USER_GROUPS` has the groups of the developer, separated by commas',
      '5-s10': {
        open: 'data routes are public, usage needs an identity, seats need admin, the login is public',
      },
      '5-s11': {
        open: 'the headers of the load balancer, or `Authorization` as in the registry',
      },
    },
  },
  {
    number: '6',
    title: 'Events',
    sentences: 1,
    rows: 0,
    statements: {
      '6-s1': { open: 'no events are published; a feed shows the changes of the radar' },
    },
  },
  {
    number: '7',
    title: 'Errors',
    sentences: 1,
    rows: 7,
    statements: {
      '7-r1': '400: invalid structure of the radar in a review',
      '7-r2': '401: no token, or one that is not accepted',
      '7-r3': '403: authenticated without the required group',
      '7-r4a': '404: no such project',
      '7-r4b': '404: no projects',
      '7-r4c': '404: no such path',
      '7-r5': '406: no JSON data when a project is created or updated',
      '7-r6': '409: the owner has a project of that name',
      '7-r7a': '500: unexpected failure',
      '7-r7b': 'The process logs an exception that nothing handled',
      '7-r7c': 'The process logs a rejection that nothing handled',
      '7-s1': { open: 'every error has one shape, that of RFC 9457 with a member `error`' },
    },
  },
  {
    number: '8',
    title: 'Configuration',
    sentences: 3,
    rows: 11,
    statements: {
      '8-s1': { heading: 'introduces the table' },
      '8-r1': '`PORT` is the port, 5001 by default',
      '8-r2': '`LOG_LEVEL` is the level of the log, info by default',
      '8-r3': '`CLOUD_REGION` is the region of cloud services',
      '8-r4': '`LB_ARN` names the load balancer whose tokens are accepted',
      '8-r5': '`SECRET_NAME` names the stored secret to fetch',
      '8-r6': '`IDP_USER_POOL_ID` names the user pool',
      '8-r7': '`IDP_USER_POOL_CLIENT_ID` names the client of the user pool',
      '8-r8': '`DEV_USER_GROUPS` has the groups of the developer',
      '8-r9': '`SCM_ORG` names the organisation at the source-control host',
      '8-r10': '`SCM_APP_ID` names the app at the source-control host',
      '8-r11': '`LOG_GROUP_NAME` names a log group that gets the log in addition',
      '8-s2a': 'Logs are structured JSON',
      '8-s2b': 'The log on the console has colour',
      '8-s2c': 'A cloud log group gets the log on request',
      '8-s3': {
        open: 'limits of rates, bodies, pages and times are settings; `.env.example` has them',
      },
    },
  },
  {
    number: '9',
    title: 'Versions',
    sentences: 3,
    rows: 0,
    statements: {
      '9-s1': 'The paths of the registry have the version `/api/v1`',
      '9-s2': 'Other paths have no version',
      '9-s3': {
        open:
          'the responses of a retired route mark it as retired; ' +
          'breaking changes need a new major version',
      },
    },
  },
]
