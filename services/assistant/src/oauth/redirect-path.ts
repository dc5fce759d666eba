/** Where existing clients expect the browser after the host's sign-in page. */
export const DEFAULT_REDIRECT_PATH = '/copilot/team'

const MAX_LENGTH = 512
/** One slash, then nothing that a browser could read as another host or a second header. */
const OWN_PATH = /^\/(?![/\\])[\w\-.~!$&'()*+,;=:@%/?]*$/

/** A path of the web client, or the default one when the text could lead anywhere else. */
export function redirectPath(wanted: string | undefined): string {
  const isOwn = wanted !== undefined && wanted.length <= MAX_LENGTH && OWN_PATH.test(wanted)
  return isOwn ? wanted : DEFAULT_REDIRECT_PATH
}
