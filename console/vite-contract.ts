import type { ESTree, Plugin } from 'vite'

type Node = ESTree.Node

const inContract = /\/contract\/src\/[\w-]+\.ts(\?endpoints)?$/
const table = /\/contract\/src\/endpoints\.ts$|\?endpoints$/
/** What the console's client never reads of an endpoint: the server checks with them, and here they are types only. */
const serverOnly = new Set(['params', 'query', 'body', 'response', 'summary', 'errors', 'own', 'beforeMfa', 'anywhere', 'action', 'oauth'])

/**
 * Leaves the schemas of the contract's endpoints out of the browser, and with them zod and whatever only they need: a call is still
 * declared once, in the contract. The table of all endpoints, which the first screen loads, reads its own copy of each module, so that
 * a schema that a form uses by itself stands in the chunk of that form.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'simdeck-contract',
    apply: 'build',
    enforce: 'post',
    resolveId: {
      order: 'pre',
      filter: { id: /^\.\// },
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
            if (init?.type !== 'CallExpression' && init?.type !== 'ObjectExpression') continue
            // The contract only declares: nothing happens by computing a value that nobody uses.
            cuts.push([init.start, init.start, '/* @__PURE__ */ (() => ('])
            const [fields] = init.type === 'CallExpression' ? init.arguments : []
            if (
              init.type === 'CallExpression' &&
              init.callee.type === 'Identifier' &&
              init.callee.name === 'endpoint' &&
              fields?.type === 'ObjectExpression'
            ) {
              cuts.push(...schemasIn(fields.properties, fields.end - 1))
            }
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

/** Where the fields stand, each with what follows up to the next one. */
function schemasIn(properties: readonly Node[], end: number): [from: number, to: number, instead: string][] {
  return properties.flatMap((property, index) =>
    property.type === 'Property' && property.key.type === 'Identifier' && serverOnly.has(property.key.name)
      ? [[property.start, properties[index + 1]?.start ?? end, ''] as [number, number, string]]
      : [],
  )
}
