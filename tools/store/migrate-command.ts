import { command } from '../command-line/tool.ts'
import { migrateStore } from '@landscape/store/objects/embedded-migration'
import { readSettings } from './with-store.ts'

export const migrate = command({
  about: 'Migrates an embedded store of an earlier version to the present layout.',
  notes:
    'Needs free space of three times the size of the file. The copy of the former file stays until you delete it.',
  examples: [''],
  async run() {
    const { OBJECT_STORE, NODE_ENV, DATA_DIR } = readSettings()
    const kind = OBJECT_STORE ?? (NODE_ENV === 'development' ? 'embedded' : 's3')
    if (kind !== 'embedded')
      throw new Error('Only the embedded store has layouts; nothing was done.')
    const done = migrateStore(DATA_DIR)
    console.log(
      done === undefined
        ? `The store in ${DATA_DIR} needs no migration; nothing was done.`
        : `Migrated the store in ${DATA_DIR} from layout ${done.from} to ${done.to}. ` +
            `${done.copy} is a copy of the former file: delete it when the services work.`,
    )
  },
})
