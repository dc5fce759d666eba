import type { Chapters } from '../coverage.ts'

/** Rules, states, who may come, errors, settings and versions. */
export const RULES: Chapters = {
  Projects: {
    'rule.unique': 'a project is unique by its name and its owner',
    'rule.unique.contact':
      'a name is compared with the caller’s own projects: who is only named in another’s may use its name',
    'rule.unique.rename': 'a new name is compared with the projects of the owner',
    'rule.stage.closed': 'with `PROJECT_STAGES` a stage is one of a list',
    'rule.roles.closed': 'with `PROJECT_ROLES` roles are of a list',
    'rule.grade.closed': 'with `PROJECT_GRADES` grades are of a list',
  },
  'States of a banner': {
    'state.banner.hide': 'an active banner becomes inactive by the toggle',
    'state.banner.show': 'an inactive banner becomes active by the toggle',
    'state.banner.readers':
      'readers see active banners by `/api/banners`, and what was just stored',
  },
  'Who may come': {
    'auth.registry.token':
      'the registry takes an ID token of the identity provider in `Authorization`',
    'auth.invalid.401': 'a token that is not valid is answered with 401',
    'auth.load-balancer': 'tokens of the load balancer are verified',
    'auth.identity-provider': 'tokens of one user pool are verified, and of no other',
    'auth.admin': 'group `admin`: all of the backend',
    'auth.reviewer': 'group `reviewer`: review, and no administration',
    'auth.several-groups': 'a user may belong to several groups',
    'auth.levels': 'each route is open to whom its level names, and to nobody else',
    'auth.401': 'who is not known gets 401',
    'auth.403': 'who is known and lacks the group gets 403',
    'auth.development': 'in development mode nobody needs a token',
    'auth.development.groups': 'the developer has the groups of the setting, and no other',
    'auth.assistant': 'who may use which route of the assistant',
  },
  Errors: {
    'error.400': 'what is invalid is 400',
    'error.401': 'who is not known is 401',
    'error.403': 'who may not is 403',
    'error.404': 'what is not there is 404',
    'error.406': 'a missing body of a project is 406',
    'error.409': 'a conflict is 409',
    'error.500': 'what nobody foresaw is 500, and says nothing of itself',
    'error.uncaught': 'uncaught errors are logged, and do not end the service for good',
    'error.shape': 'every error has one shape, of every service and of the gateway',
  },
  Settings: {
    'setting.PORT': 'the port, 5001 unless it is set',
    'setting.LOG_LEVEL': 'what is logged, from info on unless it is set',
    'setting.CLOUD_REGION': 'the region of services',
    'setting.LB_ARN': 'the load balancer whose tokens are taken',
    'setting.SECRET_NAME': 'the secret with the key of the app',
    'setting.IDP_USER_POOL_ID': 'the user pool',
    'setting.IDP_USER_POOL_CLIENT_ID': 'the client of the user pool',
    'setting.DEV_USER_GROUPS': 'the groups of the developer',
    'setting.SCM_ORG': 'the organisation at the source-control host',
    'setting.SCM_APP_ID': 'the app at the source-control host',
    'setting.LOG_GROUP_NAME': 'the log group that gets the same lines',
  },
  'Storage, logs and versions': {
    'storage.buckets': 'documents lie in three buckets: main, audit-tool and assistant-metrics',
    'log.structured': 'logs are JSON, a line each',
    'log.console': 'on a terminal they are coloured text',
    'version.registry': 'the registry has its version in its path, the others have none',
    'version.retiring': 'what is retired says so in its answers and in the description',
    'version.breaking': 'nothing that was released breaks unless the changelog names it',
  },
}
