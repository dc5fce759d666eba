import type { HostUser } from './organisation.ts'

/** Pages of the local host's sign-in. */

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escape(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem }
  button { font: inherit; padding: .5rem 1rem; margin: .25rem .5rem .25rem 0 }
  .note { color: #666; font-size: .875rem }
</style>
<h1>${escape(title)}</h1>
${body}
<p class="note">Local source-control host for development. Nobody here exists.</p>
</html>`
}

/** Asks as whom to sign in. */
export function choicePage(users: readonly { user: HostUser; role: string }[], query: string) {
  const choices = users.map(
    ({ user, role }) =>
      `<p><a href="?${escape(`${query}&login=${user.login}`)}">${escape(user.login)}</a> ${escape(role)}</p>`,
  )
  return page('Sign in', choices.join('\n'))
}

/** Asks for consent. */
export function consentPage(user: HostUser, scopes: string, returnTo: string) {
  return page(
    'Authorize Technology Landscape',
    `<p>Signed in as <b>${escape(user.login)}</b>.</p>
<p>The application asks to read: <b>${escape(scopes)}</b>.</p>
<p>You will return to <code>${escape(returnTo)}</code>.</p>
<form method="post">
  <button name="decision" value="authorize" id="authorize">Authorize</button>
  <button name="decision" value="cancel" id="cancel">Cancel</button>
</form>`,
  )
}

export function refusalPage(reason: string) {
  return page('This cannot be authorized', `<p>${escape(reason)}</p>`)
}
