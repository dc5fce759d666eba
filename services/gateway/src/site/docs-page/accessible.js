/* Plugins of Swagger UI that name its fields and make its parts reachable by keyboard and screen reader. */

/**
 * Time after the last key until the list is filtered (ms): rendering all operations takes longer
 * than a key.
 */
const FILTER_AFTER_MS = 200

/** Filters operations by words in their path, summary or tag. */
export const operationFilter = ({ React }) => ({
  fn: { opsFilter: matching },
  components: { FilterContainer: filterBox(React) },
  wrapComponents: {
    operations: (Operations) => (props) =>
      props.specSelectors.taggedOperations().size > 0
        ? React.createElement(Operations, props)
        : React.createElement('p', { className: 'wrapper' }, 'Remove a word to see operations.'),
  },
})

/** The groups with the operations that contain all words; groups without any are dropped. */
function matching(groups, phrase) {
  const words = phrase.toLowerCase().split(/\s+/)
  const isMatch = (tag) => (operation) => {
    const summary = operation.getIn(['operation', 'summary'], '')
    const searched = `${operation.get('path')} ${summary} ${tag}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  }
  return groups
    .map((group, tag) => group.update('operations', (all) => all.filter(isMatch(tag))))
    .filter((group) => group.get('operations').size > 0)
}

function filterBox({ createElement, useEffect, useState }) {
  return function FilterBox({ layoutActions, specSelectors }) {
    const [phrase, setPhrase] = useState('')
    useEffect(() => {
      const timer = setTimeout(() => layoutActions.updateFilter(phrase.trim()), FILTER_AFTER_MS)
      return () => clearTimeout(timer)
    }, [phrase])
    const shown = specSelectors
      .taggedOperations()
      .reduce((sum, group) => sum + group.get('operations').size, 0)
    return createElement(
      'section',
      { className: 'wrapper filter', 'aria-labelledby': 'filter-heading' },
      createElement('h2', { id: 'filter-heading' }, 'Operations'),
      createElement('label', { htmlFor: 'filter' }, 'Filter by path, summary or tag'),
      createElement('input', {
        id: 'filter',
        type: 'search',
        autoComplete: 'off',
        spellCheck: false,
        value: phrase,
        onChange: ({ target }) => setPhrase(target.value),
      }),
      createElement(
        'p',
        { role: 'status' },
        `${shown} ${shown === 1 ? 'operation' : 'operations'}`,
      ),
    )
  }
}

/** Puts the introduction and the sign-in into landmarks. The gateway is the only server. */
export const landmarks = ({ React: { createElement } }) => ({
  wrapComponents: {
    ServersContainer: () => () => null,
    InfoContainer: (Info) => (props) =>
      createElement('section', { 'aria-label': 'Introduction' }, createElement(Info, props)),
    AuthorizeBtnContainer: (Authorize) => (props) =>
      createElement(
        'section',
        { 'aria-labelledby': 'sign-in' },
        createElement('h2', { id: 'sign-in', className: 'unseen' }, 'Sign in'),
        createElement(Authorize, props),
      ),
  },
})

/** Labels the field of each parameter with its name, and the field of the request body. */
export const namedFields = ({ React: { createElement } }) => {
  const labelled = (Field) => (props) =>
    props.description
      ? createElement(
          'label',
          { className: 'field' },
          createElement('span', { className: 'unseen' }, props.description),
          createElement(Field, props),
        )
      : createElement(Field, props)
  const TextArea = (Area) => (props) =>
    createElement(Area, { 'aria-label': 'Request body', ...props })
  return { wrapComponents: { JsonSchema_string: labelled, JsonSchema_boolean: labelled, TextArea } }
}

/** Names buttons by what they show, and has no link within a button. */
export const namedButtons = ({ React: { createElement } }) => ({
  wrapComponents: {
    Button:
      (Button) =>
      ({ 'aria-label': _hidden, ...props }) =>
        createElement(Button, props),
    CloseIcon: (Icon) => (props) =>
      createElement(
        'span',
        null,
        createElement(Icon, props),
        createElement('span', { className: 'unseen' }, 'Close'),
      ),
    // Paths of operations contain a slash, those of groups do not.
    DeepLink: (Link) => (props) =>
      createElement(Link, { ...props, enabled: props.enabled && !props.path.includes('/') }),
  },
})
