import { needsSession } from '@simdeck/contract/client.ts'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ESTree, Plugin } from 'vite'

const ofContract = /\/contract\/src\/[\w/-]+\.ts$/
const ofConsole = /\/console\/src\/.+\.tsx?$/
const callModule = 'simdeck-call:'
const use = /(?<![\w$./])endpoints\.(\w+)/g

/**
 * Gives each script of the console only the calls that it makes, with the fields that the client reads: without schemas, without zod, and
 * without the table of all calls. The contract still declares each call once, and a schema that a form uses stays in the script of the form.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'simdeck-contract',
    apply: 'build',
    enforce: 'post',
    resolveId: {
      filter: { id: /^simdeck-call:/ },
      handler: (source) => `\0${source}`,
    },
    load: {
      filter: { id: new RegExp(`^.${callModule}`) },
      handler: (id) => `export default ${JSON.stringify(clientFields(id.slice(callModule.length + 1)))}`,
    },
    transform: {
      filter: { id: [ofContract, ofConsole] },
      handler(code, id) {
        const isContract = ofContract.test(id)
        const plain = isContract ? withoutSchemas(code, this.parse(code).body) : code
        return { code: withCalls(plain), map: null, ...(isContract && { moduleSideEffects: false }) }
      },
    },
  }
}

/** The code with each `endpoints.name` replaced by an import of that call alone. */
function withCalls(code: string): string {
  const names = new Set<string>()
  const changed = code.replaceAll(use, (_, name: string) => {
    names.add(name)
    return `call_${name}`
  })
  return [...names].map((name) => `import call_${name} from '${callModule}${name}'\n`).join('') + changed
}

type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/**
 * Names the script of the calls that none of these pages makes, so that a page does not load the calls of all others. The calls of these
 * pages are in one script with the parts of lists; each that another page makes, too, would otherwise have a script of its own.
 */
export function laterCalls(pages: readonly string[]) {
  let made: Set<string> | undefined
  return (id: string, graph: ModuleGraph): 'list' | 'calls' | null => {
    if (!id.includes(callModule)) return null
    made ??= callsMadeBy(pages, graph)
    return made.has(id) ? 'list' : 'calls'
  }
}

function callsMadeBy(pages: readonly string[], graph: ModuleGraph): Set<string> {
  const seen = new Set(pages)
  const calls = new Set<string>()
  for (const id of seen) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
      // A module of the contract imports all calls that it declares.
      if (!next.includes(callModule)) seen.add(next)
      else if (ofConsole.test(id)) calls.add(next)
    }
  }
  return calls
}

function clientFields(name: string) {
  const found: Endpoint | undefined = (endpoints as Record<string, Endpoint>)[name]
  if (!found) throw new Error(`the contract has no call ${name}`)
  const { method, api, path, needs, list, file } = found
  return { method, api, path, needs: needsSession(found) ? undefined : needs, list, file: file && { field: file.field } }
}

/**
 * The code of a module of the contract, which only declares values: calls are imported as above, and other computed values are marked, so
 * that a bundler drops those that nothing uses.
 */
function withoutSchemas(code: string, statements: readonly ESTree.Node[]): string {
  const cuts = statements.flatMap((statement): Cut[] => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    const [first] = declaration.declarations
    if (first?.id.type === 'Identifier' && isCall(first.init)) {
      const { name } = first.id
      return [{ from: statement.start, to: statement.end, instead: `import ${name} from '${callModule}${name}'\nexport { ${name} }` }]
    }
    return declaration.declarations.flatMap(({ init }) =>
      init && isComputed(init)
        ? [{ from: init.start, to: init.end, instead: `/* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()` }]
        : [],
    )
  })
  return cuts.toReversed().reduce((kept, { from, to, instead }) => kept.slice(0, from) + instead + kept.slice(to), code)
}

type Cut = { from: number; to: number; instead: string }

const isCall = (value: ESTree.Node | null): boolean =>
  value?.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'endpoint'

const isComputed = (value: ESTree.Node): boolean =>
  value.type === 'CallExpression' ||
  value.type === 'ObjectExpression' ||
  (value.type === 'ArrayExpression' && value.elements.some((element) => element?.type === 'SpreadElement'))
