/* global SwaggerUIBundle -- Runs in the browser, on the page of the reference. */

/** More of an answer than this stays with the button that downloads it: pages ended of large ones. */
const SHOWN_CHARACTERS = 100_000

/** The first example of a parameter stands in its field until something is written there, and is not sent. */
const examplesInFields = ({ React }) => ({
  wrapComponents: {
    JsonSchema_string: (Field) => (props) => {
      const example = props.schema?.get?.('examples')?.first()
      return React.createElement(Field, example ? { ...props, description: example } : props)
    },
  },
})

/** Answers take the room that they are worth: their headers are folded, and of large ones the beginning is shown. */
const smallAnswers = ({ React: { createElement } }) => ({
  wrapComponents: {
    headers: (Headers) => (props) =>
      createElement(
        'details',
        null,
        createElement('summary', null, 'Headers'),
        createElement(Headers, props),
      ),
    SyntaxHighlighter:
      (Text) =>
      ({ children, ...props }) =>
        createElement(Text, props, beginningOf(children)),
  },
})

function beginningOf(text) {
  if (typeof text !== 'string' || text.length <= SHOWN_CHARACTERS) return text
  const left = text.length - SHOWN_CHARACTERS
  return `${text.slice(0, SHOWN_CHARACTERS)}\n… and ${left} characters more: Download has all of it.`
}

/**
 * Operations are shown without what is the same for all, which is said once. Those that lead to another host are
 * for browsers: no program of this page can follow.
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

/** One token is enough, in whichever field it was entered: what it opens is for the gateway to say. */
const oneToken = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        executeRequest: (execute) => (request) => {
          const entered = request.securities?.authorized ?? {}
          const token = TOKENS.map((name) => entered[name]).find(Boolean)
          const all = token && Object.fromEntries(TOKENS.map((name) => [name, token]))
          const authorized = { ...all, ...entered }
          return execute({ ...request, securities: { ...request.securities, authorized } })
        },
      },
    },
  },
})

/** A description whose refusals are lines, with one of them whole, and the headers of all answers in one place. */
function shortened({ info, paths = {}, components = {}, ...others }) {
  const { responses = {}, examples = {}, ...kept } = components
  const lineOf = ({ $ref, ...said }) => {
    const { description = '' } = responses[$ref?.split('/').at(-1)] ?? said
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
      isRefusal(status) ? lineOf(response) : shortResponse(response),
    ),
  })
  const refusal = JSON.stringify(examples['not-found']?.value, null, 2)
  const once = [
    info.description,
    `Every answer may have these headers, too: ${[...common].join(', ')}.`,
    `A refusal looks like this:\n\n\`\`\`json\n${refusal}\n\`\`\``,
  ]
  return {
    ...others,
    info: { ...info, description: once.join('\n\n') },
    paths: mapped(paths, (operations) => mapped(operations, shortOperation)),
    components: { ...kept, examples },
  }
}

/** The names of the headers that every answer which is no refusal is described with. */
function headersOfAll(paths) {
  const all = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses = {} }) => Object.entries(responses))
    .filter(([status]) => !isRefusal(status))
    .map(([, { headers = {} }]) => new Set(Object.keys(headers)))
  return all.reduce((common, names) => common.intersection(names), all[0] ?? new Set())
}

function isRefusal(status) {
  return !/^[23]/.test(status)
}

/** An object with other values, without those that become undefined. */
function mapped(object = {}, change) {
  const entries = Object.entries(object).map(([name, value]) => [name, change(value, name)])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  // Colours would make an element of each word of an answer.
  syntaxHighlight: false,
  plugins: [examplesInFields, smallAnswers, shortOperations, oneToken],
  // What it keeps of an answer it keeps twice more, as values; it shows the text.
  responseInterceptor: ({ body: _body, obj: _obj, ...shown }) => shown,
})
