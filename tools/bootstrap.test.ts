import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { ROOT } from './docs/texts.ts'

const BINARY = 'node_modules/pinned-node'
let root: string
const at = (path: string) => join(root, path)

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}

const locked = (version: string) =>
  JSON.stringify({
    packages: { [BINARY]: { version, os: process.platform, cpu: process.arch, optional: true } },
  })

/** Runs the bootstrap on the Node of `tools/node`; a fake npm records that it was called. */
function bootstrap() {
  return spawnSync(at(`tools/node/${BINARY}/bin/node`), [at('tools/bootstrap.mjs')], {
    env: { PATH: `${at('bin')}:${process.env['PATH']}` },
    encoding: 'utf8',
  })
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bootstrap-')))
  mkdirSync(at(`tools/node/${BINARY}/bin`), { recursive: true })
  const node = at(`tools/node/${BINARY}/bin/node`)
  copyFileSync(process.execPath, node, constants.COPYFILE_FICLONE)
  copyFileSync(join(ROOT, 'tools/bootstrap.mjs'), at('tools/bootstrap.mjs'))
  write('package.json', JSON.stringify({ engines: { node: '>=20.0.0' } }))
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json']) {
    write(path, JSON.stringify({ packages: {} }))
  }
  write('tools/node/node_modules/.package-lock.json', locked('24.1.0'))
  write('bin/npm', '#!/bin/sh\npwd > ../../called\n')
  chmodSync(at('bin/npm'), 0o755)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('the bootstrap on the Node that it installed', () => {
  it('installs another version that the lockfile names', () => {
    write('tools/node/package-lock.json', locked('24.2.0'))
    expect(bootstrap()).toMatchObject({ status: 0, stderr: expect.stringContaining('Installing') })
    expect(existsSync(at('called'))).toBe(true)
  })

  it('installs nothing while the versions agree', () => {
    write('tools/node/package-lock.json', locked('24.1.0'))
    expect(bootstrap()).toMatchObject({ status: 0, stderr: '' })
    expect(existsSync(at('called'))).toBe(false)
  })
})
