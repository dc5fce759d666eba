import { globSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Manifests and lockfiles of all packages, by path from the root of the repository. */
export const MANIFESTS: readonly string[] = globSync(
  '{.,dev,libs/*,services/*,tools/*}/package{,-lock}.json',
  { cwd: root },
)

/** Other files with the present version: tags of images and an example. */
export const FILES_WITH_VERSION: readonly string[] = [
  ...globSync('deploy/kubernetes/overlays/*/kustomization.yaml', { cwd: root }),
  'deploy/kubernetes/README.md',
  'docs/adding-a-service.md',
]
