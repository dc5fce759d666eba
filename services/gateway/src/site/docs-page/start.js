/* global SwaggerUIBundle -- Runs in the browser, on the page of the reference. */
import { landmarks, namedButtons, namedFields, operationFilter } from './accessible.js'

/** Maximum number of characters of a response to show: browser tabs run out of memory with large ones. */
const SHOWN_CHARACTERS = 100_000

/** Shows the first example of a parameter as the placeholder of its field. */
const examplesInFields = ({ React }) => ({
  wrapComponents: {
    JsonSchema_string: (Field) => (props) => {
      const example = props.schema?.get?.('examples')?.first()
      return React.createElement(Field, example ? { ...props, description: example } : props)
    },
  },
})

/** Folds the headers of responses; truncates large bodies, and lets the keyboard scroll them. */
const smallResponses = ({ React: { createElement } }) => ({
  wrapComponents: {
    headers: (Headers) => (props) =>
      createElement(
        'details',
        null,
        createElement('summary', null, 'Headers'),
        createElement(Headers, props),
      ),
    PlainTextViewer:
      () =>
      ({ className = '', children }) =>
        createElement(
          'pre',
          { className: `microlight ${className}`, tabIndex: 0 },
          beginningOf(children),
        ),
  },
})

function beginningOf(text) {
  if (typeof text !== 'string' || text.length <= SHOWN_CHARACTERS) return text
  const left = text.length - SHOWN_CHARACTERS
  return (
    `${text.slice(0, SHOWN_CHARACTERS)}\n… truncated (${left} more characters). ` +
    'Use Download for the full response.'
  )
}

/**
 * Shows what all operations share once. Operations that redirect to another host cannot be tried: scripts
 * of this page cannot follow.
 */
const shortOperations = () => ({
  statePlugins: {
    spec: {
      wrapActions: { updateJsonSpec: (update) => (description) => update(shortened(description)) },
      wrapSelectors: {
        allowTryItOutFor: (_allow, system) => (_state, path, method) =>
          !system.specSelectors.specJson().hasIn(['paths', path, method, 'responses', '302']),
      },
    },
  },
})

const TOKENS = ['admin', 'reviewer', 'signedIn']

/**
 * Sends one token for every security scheme, of the sign-in or entered: the gateway decides what it
 * permits.
 */
const oneToken = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        executeRequest: (execute) => (request) => {
          const entered = request.securities?.authorized ?? {}
          const token = tokenOf(entered) ?? TOKENS.map((name) => entered[name]).find(Boolean)
          const all = token && Object.fromEntries(TOKENS.map((name) => [name, token]))
          const authorized = { ...all, ...entered }
          return execute({ ...request, securities: { ...request.securities, authorized } })
        },
      },
    },
  },
})

/** The ID token of the sign-in, as if it was entered. */
function tokenOf({ identityProvider }) {
  const value = identityProvider?.token?.id_token
  return value && { value }
}

/** The description with errors as lines, one example of an error, and the common headers once. */
function shortened({ info, paths = {}, components = {}, ...others }) {
  const { responses = {}, examples = {}, ...kept } = components
  const lineOf = ({ $ref, ...own }) => {
    const { description = '' } = responses[$ref?.split('/').at(-1)] ?? own
    return {
      description: description.replaceAll(/[a-z]+(-[a-z]+)*/g, (word) =>
        Object.hasOwn(examples, word) ? `[${word}](/problems/${word})` : word,
      ),
    }
  }
  const common = headersOfAll(paths)
  const shortResponse = (response) => ({
    ...response,
    headers: mapped(response.headers, (header, name) => (common.has(name) ? undefined : header)),
  })
  const shortOperation = (operation) => ({
    ...operation,
    responses: mapped(operation.responses, (response, status) =>
      isError(status) ? lineOf(response) : shortResponse(response),
    ),
  })
  const error = JSON.stringify(examples['not-found']?.value, null, 2)
  const once =
    `<details><summary>An error, and the headers of all responses</summary><pre>${error}</pre>` +
    `<p>Every response may have these headers: ${[...common].join(', ')}.</p></details>`
  return {
    ...others,
    info: { ...info, description: `${info.description}\n\n${once}` },
    paths: mapped(paths, (operations) => mapped(operations, shortOperation)),
    components: { ...kept, examples },
  }
}

/** The names of the headers that all successful responses have. */
function headersOfAll(paths) {
  const all = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses = {} }) => Object.entries(responses))
    .filter(([status]) => !isError(status))
    .map(([, { headers = {} }]) => new Set(Object.keys(headers)))
  return all.reduce((common, names) => common.intersection(names), all[0] ?? new Set())
}

function isError(status) {
  return !/^[23]/.test(status)
}

/** Maps the values of an object; drops those that become undefined. */
function mapped(object = {}, change) {
  const entries = Object.entries(object).map(([name, value]) => [name, change(value, name)])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

const dark = globalThis.matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followScheme)
followScheme()

const ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  // Highlighting creates an element for each word of a response.
  syntaxHighlight: false,
  filter: true,
  defaultModelsExpandDepth: 0,
  plugins: [
    // Examples replace the name of a parameter: the label is made before.
    examplesInFields,
    namedFields,
    smallResponses,
    shortOperations,
    oneToken,
    operationFilter,
    landmarks,
    namedButtons,
  ],
  // Swagger UI would keep two parsed copies of each response.
  responseInterceptor: ({ body: _body, obj: _obj, ...shown }) => shown,
  oauth2RedirectUrl: new URL('/docs/oauth2-redirect.html', location.href).href,
  onComplete: prepareSignIn,
})

/** Prepares the sign-in at the identity provider, if the description has one. */
function prepareSignIn() {
  const clientId = ui.specSelectors
    .specJson()
    .getIn(['components', 'securitySchemes', 'identityProvider', 'x-client-id'])
  if (clientId === undefined) return
  ui.initOAuth({
    clientId,
    scopes: ['openid', 'email'],
    usePkceWithAuthorizationCodeGrant: true,
  })
}
