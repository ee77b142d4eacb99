import { flatten } from '@simdeck/protocol/install-tree/install-tree.ts'
import type { ParameterNode } from '@simdeck/protocol/install-tree/node.ts'
import clsx from 'clsx'
import { useState } from 'react'
import { Segments } from '../../../ui/value/Bits.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { parametersText } from '../text/parameters-text.ts'
import { partNameText, partText } from '../text/part-text.ts'
import { partOf, useIsLit } from './lit.tsx'
import { tagInHex, valueHex, wordsOf } from './part-words.ts'
import css from '../parameters.module.css'

/** The parts of the octets as a tree: tag, length, meaning, value, and the value in words or its mistake. */
export function PartTable({ nodes, field }: { nodes: readonly ParameterNode[]; field: Uint8Array }) {
  const t = useText(parametersText)
  const [shown, setShown] = useState<'all' | 'wrong'>('all')
  const all = flatten(nodes)
  const wrong = all.filter(({ problem }) => problem !== null)
  const rows = shown === 'wrong' && wrong.length > 0 ? wrong : all
  return (
    <section className={css.section}>
      <div className={css.head2}>
        <h3>{t.parts}</h3>
        {wrong.length > 0 && (
          <Segments
            label={t.parts}
            value={shown}
            options={[
              { value: 'all', words: t.allParts },
              { value: 'wrong', words: t.wrongParts(formatNumber(wrong.length)) },
            ]}
            onChange={setShown}
          />
        )}
      </div>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t.parts}>
        <table className={css.table}>
          <thead>
            <tr>
              <th className={css.number}>{t.offset}</th>
              <th>{t.tag}</th>
              <th className={css.number}>{t.length}</th>
              <th>{t.meaning}</th>
              <th>{t.value}</th>
              <th>{t.words}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((node) => (
              <PartRow key={node.key} node={node} field={field} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function PartRow({ node, field }: { node: ParameterNode; field: Uint8Array }) {
  const t = useText(parametersText)
  const values = useText(partText)
  const names = useText(partNameText)
  const lit = useIsLit(node.key)
  const depth = node.key.split('/').length - 2
  return (
    <tr className={clsx(lit && css.litRow, node.problem && css.wrongRow)} data-part={partOf(node.key)}>
      <td className={css.number}>{node.start}</td>
      <td className={css.mono} style={{ paddingLeft: `${12 + depth * 18}px` }}>
        {node.tag === null ? '·' : tagInHex(node.tag)}
      </td>
      <td className={css.number}>{node.tag === null ? node.end - node.start : node.end - node.valueStart}</td>
      <td>{names[node.name]}</td>
      <td className={clsx(css.mono, css.octetCell)}>{node.children.length === 0 && valueHex(node, field)}</td>
      <td className={css.words}>{wordsOf(node, field, { ...t, ...values })}</td>
    </tr>
  )
}
