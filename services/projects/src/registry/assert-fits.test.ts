import { describe, expect, it } from '@jest/globals'
import { assertFits, LIMITS, type RegistryLimits } from './assert-fits.ts'
import { ADMIN, KIM, LEE, MALFORMED, stored } from './project.fixture.ts'
import type { StoredProject } from './project.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const tooLarge = expect.objectContaining({ code: 'payload-too-large' })
const overQuota = expect.objectContaining({ code: 'quota-exceeded' })
const full = expect.objectContaining({
  code: 'insufficient-storage',
  message: 'The registry is full',
})

/** Growth by one record more. */
const added = (before: readonly unknown[], record: StoredProject = stored('Tide', KIM.email)) => ({
  projects: [...before, record],
  record,
})
/** Growth by a record in the place of the first. */
const edited = ([previous, ...others]: readonly StoredProject[], record: StoredProject) => ({
  projects: [record, ...others],
  record,
  previous: previous!,
})
const fits =
  (growth: Parameters<typeof assertFits>[0], limits: Partial<RegistryLimits>, caller = KIM) =>
  () =>
    assertFits(growth, caller, { ...LIMITS, ...limits })
const many = (count: number, owner?: string) =>
  Array.from({ length: count }, (_, i) => stored(`No. ${i}`, owner))
const tide = (stage: string, owner: string | undefined = KIM.email): StoredProject => ({
  ...stored('Tide', owner),
  stage,
})

describe('assertFits, of a record', () => {
  it('bounds the bytes, not the characters', () => {
    const record = tide('水')
    const recordBytes = bytesOf(record)
    expect(fits(added([], record), { recordBytes })).not.toThrow()
    expect(fits(added([], record), { recordBytes: recordBytes - 1 })).toThrow(tooLarge)
    expect(fits(added([], tide('x'.repeat(256 * 1024))), {})).toThrow(
      expect.objectContaining({
        message: 'Project too large: at most 256 KB',
        faults: [{ path: [], detail: 'exceeds 256 KB in its stored form' }],
      }),
    )
  })

  it('lets one that is too large already shrink, but not grow', () => {
    const before = [tide('xx')]
    expect(fits(edited(before, tide('yy')), { recordBytes: 1 })).not.toThrow()
    expect(fits(edited(before, tide('')), { recordBytes: 1 })).not.toThrow()
    expect(fits(edited(before, tide('yyy')), { recordBytes: 1 })).toThrow(tooLarge)
  })
})

describe('assertFits, of an owner', () => {
  it('is far below the whole', () => {
    expect(LIMITS.owner.records * 50).toBeLessThanOrEqual(LIMITS.registry.records)
    expect(LIMITS.owner.bytes * 20).toBeLessThanOrEqual(LIMITS.registry.bytes)
    expect(LIMITS.ownerless.bytes * 2).toBeLessThanOrEqual(LIMITS.registry.bytes)
  })

  it('is some times as much by an administrator, and of no owner at all more still', () => {
    const { owner, ownerByAdmin, ownerless, registry } = LIMITS
    expect(ownerByAdmin.records).toBeGreaterThan(owner.records)
    expect(ownerByAdmin.bytes).toBeGreaterThan(owner.bytes)
    expect(ownerByAdmin.records * 4).toBeLessThanOrEqual(registry.records)
    expect(ownerByAdmin.bytes * 4).toBeLessThanOrEqual(registry.bytes)
    expect(ownerless.bytes).toBeGreaterThan(ownerByAdmin.bytes)
  })

  it('bounds the records, in whichever spelling the address is stored', () => {
    const limits = { owner: { records: 3, bytes: 10_000 } }
    const before = [...MALFORMED, ...many(2, ' KIM@acme.example'), ...many(9, LEE.email)]
    expect(fits(added(before), limits)).not.toThrow()
    const over = fits(added([...before, stored('Wind', KIM.email)]), limits)
    expect(over).toThrow(overQuota)
    expect(fits(added([]), { owner: { records: 0, bytes: 2 * 1024 * 1024 } })).toThrow(
      'Quota exceeded: one owner may have at most 0 projects, 2 MB in all',
    )
  })

  it('bounds the bytes', () => {
    const before = [...many(2, KIM.email), ...many(9, LEE.email)]
    const record = tide('')
    const bytes = bytesOf(before[0]) + bytesOf(before[1]) + bytesOf(record)
    expect(fits(added(before, record), { owner: { records: 9, bytes } })).not.toThrow()
    expect(fits(added(before, record), { owner: { records: 9, bytes: bytes - 1 } })).toThrow(
      overQuota,
    )
  })

  it('lets records of one who is past the bounds change as long as they do not grow', () => {
    const before = [tide('xx'), ...many(5, KIM.email)]
    const limits = { owner: { records: 1, bytes: 1 } }
    expect(fits(edited(before, tide('yy')), limits)).not.toThrow()
    expect(fits(edited(before, tide('')), limits)).not.toThrow()
    expect(fits(edited(before, tide('yyy')), limits)).toThrow(overQuota)
    // Too many, but small: they may grow.
    expect(
      fits(edited(before, tide('yyy')), { owner: { records: 1, bytes: 10_000 } }),
    ).not.toThrow()
  })

  it('counts a record that loses its other people as one more', () => {
    const previous = stored('Tide', undefined, [KIM.email])
    const growth = edited([previous, ...many(1, KIM.email)], stored('Tide', KIM.email))
    expect(fits(growth, { owner: { records: 1, bytes: 10_000 } })).toThrow(overQuota)
    expect(fits(growth, { owner: { records: 2, bytes: 10_000 } })).not.toThrow()
  })

  it('counts no records in which they are a contact only', () => {
    const before = [stored('Wind', LEE.email, [KIM.email]), stored('Pier', undefined, [KIM.email])]
    expect(fits(added(before), { owner: { records: 1, bytes: 10_000 } })).not.toThrow()
  })

  it('is wider when an administrator makes the edit', () => {
    const limits = {
      owner: { records: 1, bytes: 10_000 },
      ownerByAdmin: { records: 2, bytes: 10_000 },
    }
    const mine = stored('Tide', ADMIN.email)
    expect(fits(added(many(1, ADMIN.email), mine), limits, ADMIN)).not.toThrow()
    expect(fits(added(many(2, ADMIN.email), mine), limits, ADMIN)).toThrow(overQuota)
  })

  it('bounds the bytes of all records without an owner together', () => {
    const others = many(3)
    const before = [stored('Tide'), ...others, stored('Wind', LEE.email)]
    const record = { ...stored('Tide'), stage: 'x' }
    const bytes = [record, ...others].reduce((sum, project) => sum + bytesOf(project), 0)
    const within = (maximum: number) => ({ ownerless: { records: 0, bytes: maximum } })
    expect(fits(edited(before, record), within(bytes))).not.toThrow()
    expect(fits(edited(before, record), within(bytes - 1), ADMIN)).toThrow(overQuota)
    expect(fits(edited(before, record), within(0))).toThrow(
      'Quota exceeded: projects without an owner may have at most 0 MB in all',
    )
  })
})

describe('assertFits, of the registry', () => {
  it('bounds the number of records, but lets those of a full registry be edited', () => {
    const registry = { records: MALFORMED.length, bytes: 10_000 }
    expect(fits(added(MALFORMED), { registry })).toThrow(full)
    const growth = edited([tide('x'), ...many(MALFORMED.length, LEE.email)], tide('xx'))
    expect(fits(growth, { registry })).not.toThrow()
  })

  it('bounds the bytes of all records, whatever they are', () => {
    const growth = added(MALFORMED)
    const bytes = growth.projects.map(bytesOf).reduce((sum, size) => sum + size)
    const within = (maximum: number) => ({ registry: { records: 99, bytes: maximum } })
    expect(fits(growth, within(bytes))).not.toThrow()
    expect(fits(growth, within(bytes - 1))).toThrow(full)
  })

  it('lets records of one that is past its bytes shrink, but not grow', () => {
    const registry = { records: 9, bytes: 1 }
    const before = [tide('x')]
    expect(fits(edited(before, tide('y')), { registry })).not.toThrow()
    expect(fits(edited(before, tide('')), { registry })).not.toThrow()
    expect(fits(edited(before, tide('yy')), { registry })).toThrow(full)
  })
})
