import { runService } from '@landscape/service'
import { createApp } from './app.ts'
import { Env, readConfig } from './config.ts'
import { createCurrentIndex } from './statistics/repository-index.ts'

await runService(process, {
  name: 'data',
  settings: Env,
  readConfig,
  documents: ['banners', 'directorates', 'projects', 'radar', 'repositories'],
  changes: [],
  create({ config: { contactDomains, openContacts, existingClients }, documents, app }) {
    const indexOf = createCurrentIndex(Date.now)
    const facts = { now: Date.now, process }
    const shown = { contactDomains, openContacts, existingClients }
    return {
      app: createApp({ ...app, ...shown, ...facts, documents, indexOf }),
      async prepare() {
        const repositories = await documents.repositories.read()
        if (repositories) await indexOf(repositories)
      },
    }
  },
})
