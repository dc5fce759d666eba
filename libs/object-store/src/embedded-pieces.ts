import type { DatabaseSync } from 'node:sqlite'
import { cutIntoPieces, isLong, type Piece } from './pieces.ts'

/** The pieces of bodies in an embedded store. Who calls has begun a transaction. */
export interface StoredPieces {
  /**
   * @param list which pieces make up the body
   * @throws Error when one of them is missing
   */
  read(list: string): Buffer
  /**
   * Stores a body in the place of another one; pieces that are in both are left as they are.
   *
   * @param list of the other one; null when that is kept whole
   * @param before the bytes of the other one
   * @returns the list of the pieces of the body; null when it is to be kept whole: it is short, or nothing is
   *   known of the other one
   */
  replace(list: string | null, body: Buffer, before: Buffer | undefined): string | null
  remove(list: string | null): void
}

/** The pieces in the table of an open file. */
export function createStoredPieces(db: DatabaseSync): StoredPieces {
  const select = db.prepare('SELECT bytes FROM pieces WHERE id = :id')
  const insert = db.prepare('INSERT INTO pieces (bytes) VALUES (:bytes)')
  const remove = db.prepare('DELETE FROM pieces WHERE id = :id')

  function stored(part: Piece | Buffer): Piece {
    if (!Buffer.isBuffer(part)) return part
    return { id: Number(insert.run({ bytes: part }).lastInsertRowid), length: part.length }
  }

  return {
    read(list) {
      const pieces = piecesIn(list)
      const body = Buffer.allocUnsafeSlow(lengthOf(pieces))
      let end = 0
      for (const { id, length } of pieces) {
        const bytes = select.get({ id })?.['bytes']
        if (!(bytes instanceof Uint8Array) || bytes.length !== length) {
          throw new Error(`piece ${id} of a document is missing: restore the file`)
        }
        body.set(bytes, end)
        // Memory that is not given back at once would have all garbage collected every few bodies.
        bytes.buffer.transfer(0)
        end += length
      }
      return body
    },
    replace(list, body, before) {
      const pieces = piecesIn(list)
      const isOfPieces = before?.length === lengthOf(pieces)
      const known = before && { body: before, pieces: isOfPieces ? pieces : [] }
      const parts = known && isLong(body) ? cutIntoPieces(body, known) : []
      const kept = new Set<Piece | Buffer>(parts)
      for (const piece of pieces) if (!kept.has(piece)) remove.run({ id: piece.id })
      return parts.length === 0 ? null : listOf(parts.map(stored))
    },
    remove(list) {
      for (const { id } of piecesIn(list)) remove.run({ id })
    },
  }
}

function listOf(pieces: readonly Piece[]): string {
  return JSON.stringify(pieces.map(({ id, length }) => [id, length]))
}

function piecesIn(list: string | null): Piece[] {
  const pairs = JSON.parse(list ?? '[]') as [number, number][]
  return pairs.map(([id, length]) => ({ id, length }))
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}
