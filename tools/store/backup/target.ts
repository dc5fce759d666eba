/** Where backups are kept: files by name. */
export interface BackupTarget {
  /** A file; `undefined` when there is none. */
  read(name: string): Promise<Buffer | undefined>
  /** Puts a file there as a whole, or not at all; over one of the same name. */
  write(name: string, bytes: Buffer): Promise<void>
  remove(name: string): Promise<void>
  /** Names that begin with the prefix, a folder of names. */
  list(prefix: string): Promise<string[]>
  close(): void
}
