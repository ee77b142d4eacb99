import type { ESTree, Plugin } from 'vite'

type Node = ESTree.Node

const inContract = /\/contract\/src\/[\w/-]+\.ts(\?endpoints)?$/
const table = /\/contract\/src\/endpoints\.ts$|\?endpoints$/
/** Fields of an endpoint that the console's client never reads: the server validates with them, and the console only uses their types. */
const serverOnly = new Set(['params', 'query', 'body', 'response', 'summary', 'errors', 'own', 'beforeMfa', 'anywhere', 'action', 'oauth'])

/**
 * Removes the schemas of the contract's endpoints from the console's scripts, together with zod and other modules that only they
 * need; the contract still declares each call once. The table of all endpoints, which the first screen loads, reads its own copy of
 * each module, so that a schema used by a form stays in the chunk of that form.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'simdeck-contract',
    apply: 'build',
    enforce: 'post',
    resolveId: {
      order: 'pre',
      filter: { id: /^\.\.?\// },
      async handler(source, importer) {
        if (!importer || !table.test(importer)) return null
        const found = await this.resolve(source, importer.replace(/\?endpoints$/, ''), { skipSelf: true })
        return found && { ...found, id: `${found.id.replace(/\?endpoints$/, '')}?endpoints` }
      },
    },
    transform: {
      filter: { id: inContract },
      handler(code) {
        const cuts: [from: number, to: number, instead: string][] = []
        for (const statement of this.parse(code).body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations) {
            if (init?.type !== 'CallExpression' && init?.type !== 'ObjectExpression' && !isComputedList(init)) continue
            const [fields] = init.type === 'CallExpression' ? init.arguments : []
            if (
              init.type === 'CallExpression' &&
              init.callee.type === 'Identifier' &&
              init.callee.name === 'endpoint' &&
              fields?.type === 'ObjectExpression'
            ) {
              // `endpoint` returns its argument.
              cuts.push([init.start, fields.start, ''], ...schemasIn(fields.properties, fields.end - 1), [fields.end, init.end, ''])
              continue
            }
            // The contract's modules only declare values, so an unused value can be dropped without side effects.
            cuts.push([init.start, init.start, '/* @__PURE__ */ (() => ('])
            cuts.push([init.end, init.end, '))()'])
          }
        }
        let kept = code
        for (const [from, to, instead] of cuts.toReversed()) kept = kept.slice(0, from) + instead + kept.slice(to)
        return { code: kept, map: null }
      },
    },
  }
}

const isComputedList = (init: Node | null): init is ESTree.ArrayExpression =>
  init?.type === 'ArrayExpression' && init.elements.some((element) => element?.type === 'SpreadElement')

/** Positions of the server-only fields, each up to the start of the next field. */
function schemasIn(properties: readonly Node[], end: number): [from: number, to: number, instead: string][] {
  return properties.flatMap((property, index) =>
    property.type === 'Property' && property.key.type === 'Identifier' && serverOnly.has(property.key.name)
      ? [[property.start, properties[index + 1]?.start ?? end, ''] as [number, number, string]]
      : [],
  )
}
