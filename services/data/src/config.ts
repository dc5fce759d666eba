import {
  areContactsOpen,
  ClientProfile,
  ContactsShownTo,
  List,
  parseConfig,
  Port,
  ServiceEnv,
  serviceSettings,
} from '@landscape/runtime'

/** Settings of the data service. */
export const Env = ServiceEnv.extend({
  PORT: Port.default(5003).meta({ description: 'port to listen on' }),
  CLIENT_PROFILE: ClientProfile,
  CONTACTS_SHOWN_TO: ContactsShownTo,
  CONTACT_EMAIL_DOMAINS: List.default(['*']).meta({
    description: 'e-mail domains shown in the contact columns of the csv; * = any',
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
    existingClients: settings.CLIENT_PROFILE === 'existing',
  }
}
