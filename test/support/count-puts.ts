import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Counts the puts that an embedded store accepts from now on, of all processes, with triggers in the
 * database.
 */
export function countEmbeddedPuts(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, 'landscape.sqlite'), { timeout: 5_000 })
  db.exec(`
    CREATE TABLE IF NOT EXISTS puts (key TEXT NOT NULL);
    CREATE TRIGGER IF NOT EXISTS count_inserts AFTER INSERT ON objects
      BEGIN INSERT INTO puts VALUES (NEW.key); END;
    CREATE TRIGGER IF NOT EXISTS count_updates AFTER UPDATE ON objects
      BEGIN INSERT INTO puts VALUES (NEW.key); END;
  `)
  const count = db.prepare('SELECT count(*) AS puts FROM puts WHERE key = ?')
  return {
    /** Puts of one key since the counting began. */
    of: (key: string) => Number(count.get(key)?.['puts']),
    close: () => db.close(),
  }
}
