import type { Sender } from './client.ts'
import { asList, asObject, operations } from './description.ts'
import type { Asked, Found } from './found.ts'
import { createFiller } from './fill.ts'
import { callersOf, turnOf, type Extent } from './requests.ts'
import type { Stage } from './stage.ts'
import { createTexts, NAMES } from './texts.ts'

/** Calls of every tool of `/mcp`, with names of the landscape and hostile ones. */
export async function toolCalls(
  send: Sender,
  { landscape }: Stage,
  found: Found,
  { values, listed }: Extent,
): Promise<Asked[]> {
  const operation = operations.find(({ path }) => path === '/mcp')
  if (!operation) throw new Error('/mcp is not described')
  const message = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, params })
  const list = await send('POST', `${landscape.url}/mcp`, {}, message('tools/list'))
  const tools = asList(asObject(asObject(parsed(list.text))['result'])['tools']).map(asObject)
  if (tools.length === 0) throw new Error(`/mcp lists no tools: ${list.status} ${list.text}`)
  const words = [...NAMES.slice(0, values * 2), ...found.words(listed)]
  return tools.flatMap(({ name, inputSchema }) => {
    const given = words.map((word) =>
      createFiller({ text: () => word, items: () => 1 })(inputSchema),
    )
    const many = createFiller({ text: createTexts(), items: () => 60 })(inputSchema)
    return callersOf(operation).flatMap((caller) =>
      [{}, ...turnOf(operation, caller, given), many].map((args) => ({
        caller,
        method: 'POST',
        target: '/mcp',
        body: message('tools/call', { name, arguments: args }),
        operation,
        isListed: false,
      })),
    )
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
