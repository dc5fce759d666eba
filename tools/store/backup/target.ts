/** Storage of backups: files by name. */
export interface BackupTarget {
  /** @returns `undefined` for a missing file */
  read(name: string): Promise<Buffer | undefined>
  /** Creates or replaces a file atomically. */
  write(name: string, bytes: Buffer): Promise<void>
  remove(name: string): Promise<void>
  /** Names of the files in a folder, with the folder as prefix. */
  list(prefix: string): Promise<string[]>
  close(): void
}
