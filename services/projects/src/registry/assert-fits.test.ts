import { describe, expect, it } from '@jest/globals'
import { assertFits, LIMITS, type RegistryLimits } from './assert-fits.ts'
import { ADMIN, KIM, LEE, MALFORMED, stored } from './project.fixture.ts'
import { projectOfRecord } from '@landscape/contracts/projects'
import type { JsonRecord } from '@landscape/contracts/json'
import { projectsOf } from './project.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const tooLarge = expect.objectContaining({ code: 'payload-too-large' })
const overQuota = expect.objectContaining({ code: 'quota-exceeded' })
const full = expect.objectContaining({
  code: 'insufficient-storage',
  message: 'The registry is full',
})

/** An edit that adds a record. */
const added = (before: readonly unknown[], record: JsonRecord = stored('Tide', KIM.email)) => ({
  projects: projectsOf([...before, record]),
  record: projectOfRecord(record),
})
/** An edit that replaces the first record. */
const edited = ([previous, ...others]: readonly JsonRecord[], record: JsonRecord) => ({
  projects: projectsOf([record, ...others]),
  record: projectOfRecord(record),
  previous: projectOfRecord(previous!),
})
const fits =
  (growth: Parameters<typeof assertFits>[0], limits: Partial<RegistryLimits>, caller = KIM) =>
  () =>
    assertFits(growth, caller, { ...LIMITS, ...limits })
const many = (count: number, owner?: string) =>
  Array.from({ length: count }, (_, i) => stored(`No. ${i}`, owner))
const tide = (stage: string, owner: string | undefined = KIM.email): JsonRecord => ({
  ...stored('Tide', owner),
  stage,
})

describe('assertFits for a record', () => {
  it('limits the bytes, not the characters', () => {
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

  it('allows an oversized record to shrink but not to grow', () => {
    const before = [tide('xx')]
    expect(fits(edited(before, tide('yy')), { recordBytes: 1 })).not.toThrow()
    expect(fits(edited(before, tide('')), { recordBytes: 1 })).not.toThrow()
    expect(fits(edited(before, tide('yyy')), { recordBytes: 1 })).toThrow(tooLarge)
  })
})

describe('assertFits for an owner', () => {
  it('sets a quota far below the limits of the registry', () => {
    expect(LIMITS.owner.records * 50).toBeLessThanOrEqual(LIMITS.registry.records)
    expect(LIMITS.owner.bytes * 20).toBeLessThanOrEqual(LIMITS.registry.bytes)
  })

  it('allows administrators a larger quota', () => {
    const { owner, ownerByAdmin, registry } = LIMITS
    expect(ownerByAdmin.records).toBeGreaterThan(owner.records)
    expect(ownerByAdmin.bytes).toBeGreaterThan(owner.bytes)
    expect(ownerByAdmin.records * 4).toBeLessThanOrEqual(registry.records)
    expect(ownerByAdmin.bytes * 4).toBeLessThanOrEqual(registry.bytes)
  })

  it('limits the records of an owner, ignoring the case of the address', () => {
    const limits = { owner: { records: 3, bytes: 10_000 } }
    const before = [...MALFORMED, ...many(2, ' KIM@acme.example'), ...many(9, LEE.email)]
    expect(fits(added(before), limits)).not.toThrow()
    const over = fits(added([...before, stored('Wind', KIM.email)]), limits)
    expect(over).toThrow(overQuota)
    expect(fits(added([]), { owner: { records: 0, bytes: 2 * 1024 * 1024 } })).toThrow(
      'Quota exceeded: one owner may have at most 0 projects, 2 MB in all',
    )
  })

  it('limits the bytes of an owner', () => {
    const before = [...many(2, KIM.email), ...many(9, LEE.email)]
    const record = tide('')
    const bytes = bytesOf(before[0]) + bytesOf(before[1]) + bytesOf(record)
    expect(fits(added(before, record), { owner: { records: 9, bytes } })).not.toThrow()
    expect(fits(added(before, record), { owner: { records: 9, bytes: bytes - 1 } })).toThrow(
      overQuota,
    )
  })

  it('allows edits beyond the quota that do not grow a record', () => {
    const before = [tide('xx'), ...many(5, KIM.email)]
    const limits = { owner: { records: 1, bytes: 1 } }
    expect(fits(edited(before, tide('yy')), limits)).not.toThrow()
    expect(fits(edited(before, tide('')), limits)).not.toThrow()
    expect(fits(edited(before, tide('yyy')), limits)).toThrow(overQuota)
    // Beyond the number of records, but not of bytes.
    expect(
      fits(edited(before, tide('yyy')), { owner: { records: 1, bytes: 10_000 } }),
    ).not.toThrow()
  })

  it("counts a record that becomes the owner's as new", () => {
    const previous = stored('Tide', undefined, [KIM.email])
    const growth = edited([previous, ...many(1, KIM.email)], stored('Tide', KIM.email))
    expect(fits(growth, { owner: { records: 1, bytes: 10_000 } })).toThrow(overQuota)
    expect(fits(growth, { owner: { records: 2, bytes: 10_000 } })).not.toThrow()
  })

  it('ignores records in which the owner is only a contact', () => {
    const before = [stored('Wind', LEE.email, [KIM.email]), stored('Pier', undefined, [KIM.email])]
    expect(fits(added(before), { owner: { records: 1, bytes: 10_000 } })).not.toThrow()
  })

  it('allows a larger quota for the edit of an administrator', () => {
    const limits = {
      owner: { records: 1, bytes: 10_000 },
      ownerByAdmin: { records: 2, bytes: 10_000 },
    }
    const mine = stored('Tide', ADMIN.email)
    expect(fits(added(many(1, ADMIN.email), mine), limits, ADMIN)).not.toThrow()
    expect(fits(added(many(2, ADMIN.email), mine), limits, ADMIN)).toThrow(overQuota)
  })

  it('limits records without an owner only by the size of the registry', () => {
    const large = { ...stored('Tide'), stage: 'x'.repeat(250_000) }
    const others = Array.from({ length: 150 }, () => large)
    const record = { ...stored('Tide'), stage: 'x' }
    const growth = edited([stored('Tide'), ...others], record)
    const bytes = [record, ...others].reduce((sum, project) => sum + bytesOf(project), 0)
    const within = (maximum: number) => ({ registry: { records: 1, bytes: maximum } })
    for (const caller of [KIM, ADMIN]) {
      expect(fits(growth, {}, caller)).not.toThrow()
      expect(fits(growth, within(bytes), caller)).not.toThrow()
      expect(fits(growth, within(bytes - 1), caller)).toThrow(full)
    }
  })
})

describe('assertFits for the registry', () => {
  it('limits the number of records, but allows edits of a full registry', () => {
    const registry = { records: MALFORMED.length, bytes: 10_000 }
    expect(fits(added(MALFORMED), { registry })).toThrow(full)
    const growth = edited([tide('x'), ...many(MALFORMED.length, LEE.email)], tide('xx'))
    expect(fits(growth, { registry })).not.toThrow()
  })

  it('limits the bytes of all records, including malformed ones', () => {
    const growth = added(MALFORMED)
    const bytes = growth.projects.map(({ raw }) => bytesOf(raw)).reduce((sum, size) => sum + size)
    const within = (maximum: number) => ({ registry: { records: 99, bytes: maximum } })
    expect(fits(growth, within(bytes))).not.toThrow()
    expect(fits(growth, within(bytes - 1))).toThrow(full)
  })

  it('allows records of an oversized registry to shrink but not to grow', () => {
    const registry = { records: 9, bytes: 1 }
    const before = [tide('x')]
    expect(fits(edited(before, tide('y')), { registry })).not.toThrow()
    expect(fits(edited(before, tide('')), { registry })).not.toThrow()
    expect(fits(edited(before, tide('yy')), { registry })).toThrow(full)
  })
})
