/** One process of the migration test. */
import { migrateStore } from '../../src/objects/embedded-migration.ts'

migrateStore(process.argv[2] ?? '')
