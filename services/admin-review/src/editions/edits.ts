import {
  type Edition,
  type EditionsDocument,
  MAX_EDITIONS,
  NOW,
} from '@landscape/contracts/editions'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { asRecord, recordsOf } from '@landscape/contracts/json'
import { admitName, slugOf } from '@landscape/contracts/admit'

/**
 * An edition whose id is the slug of its name.
 *
 * @throws DomainError `invalid-input` for a name without a slug, and for that of the present radar
 */
export function newEdition(name: string, at: number, note: string | undefined): Edition {
  const admitted = admitName(name)
  const id = admitted ? slugOf(admitted) : ''
  if (id === NOW) throw invalid('name', `"${NOW}" means the present radar`, 'is reserved')
  if (id === '') throw invalid('name', 'Invalid name', 'must contain a letter or a digit')
  const noted = note === undefined || note.trim() === '' ? {} : { note: note.trim() }
  return { id, name: name.trim(), at: new Date(at).toISOString(), ...noted }
}

/** @throws DomainError `conflict` when the id is taken; `invalid-input` for too many editions */
export function addEdition(stored: EditionsDocument, edition: Edition): EditionsDocument {
  const taken = recordsOf(stored).find(({ id }) => id === edition.id)
  if (taken) {
    const named = typeof taken['name'] === 'string' ? taken['name'] : edition.id
    throw new DomainError('conflict', `The edition "${named}" has the id ${edition.id}`, {
      faults: [{ path: ['name'], detail: 'is the name of another edition' }],
    })
  }
  if (stored.length < MAX_EDITIONS) return [...stored, edition]
  throw invalid('name', `More than ${MAX_EDITIONS} editions`, 'exceeds the maximum number')
}

/** @throws DomainError `not-found` */
export function deleteEdition(stored: EditionsDocument, wanted: string): EditionsDocument {
  const left = stored.filter((element) => asRecord(element)['id'] !== wanted)
  if (left.length < stored.length) return left
  throw new DomainError('not-found', 'No edition has this id')
}

/** An error of one member of the body. */
export function invalid(member: 'name' | 'at', message: string, detail: string): DomainError {
  return new DomainError('invalid-input', message, { faults: [{ path: [member], detail }] })
}
