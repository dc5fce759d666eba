import {
  areContactsOpen,
  ClientProfile,
  ContactsShownTo,
  List,
  logGroupOf,
  Port,
  ProcessEnv,
} from '@landscape/runtime/config/fields'
import { HttpUrl } from '@landscape/runtime/config/http-url'
import { parseConfig } from '@landscape/runtime/config/parse-config'
import { StoreEnv } from '@landscape/runtime/open-store'
import { ServiceEnv, serviceSettings } from '@landscape/runtime/process/run-service'
import { z } from 'zod'

/** Settings of the data service. */
export const Env = ServiceEnv.extend({
  PORT: Port.default(5003).meta({ description: 'port to listen on' }),
  CLIENT_PROFILE: ClientProfile,
  CONTACTS_SHOWN_TO: ContactsShownTo,
  CONTACT_EMAIL_DOMAINS: List.default(['*']).meta({
    description: 'e-mail domains shown in the contact columns of the csv; * = any',
  }),
  PUBLIC_URL: HttpUrl.optional().meta({
    description: 'address of the gateway for readers, for absolute links in the feed',
  }),
  REVIEW_AFTER_MONTHS: z.coerce.number().int().min(1).max(120).default(12).meta({
    description: 'months after which a radar entry without a change needs a review',
  }),
})

/**
 * Settings of the data service.
 * @throws ConfigError
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const settings = parseConfig(Env, env)
  const service = serviceSettings(settings)
  return {
    ...service,
    contactDomains: settings.CONTACT_EMAIL_DOMAINS,
    openContacts: areContactsOpen(settings.CONTACTS_SHOWN_TO, service.development),
    publicUrl: settings.PUBLIC_URL,
    reviewAfterMonths: settings.REVIEW_AFTER_MONTHS,
    existingClients: settings.CLIENT_PROFILE === 'existing',
  }
}

/**
 * Settings of the command that keeps counts, a process of its own.
 * @throws ConfigError
 */
export function readKeeperConfig(env: NodeJS.ProcessEnv) {
  const settings = parseConfig(ProcessEnv.extend(StoreEnv.shape), env)
  return {
    store: settings,
    development: settings.NODE_ENV === 'development',
    logLevel: settings.LOG_LEVEL,
    logGroup: logGroupOf(settings),
  }
}
