/** The address of the invented organisation on its invented source-control host. */
export const SCM_ORGANISATION_URL = 'https://scm.example/acme'

/** A name as it appears in addresses: lower-case letters, digits and single hyphens. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('#', '-sharp')
    .replaceAll('+', '-plus')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

export function repositoryUrl(repository: string): string {
  return `${SCM_ORGANISATION_URL}/${repository}`
}
