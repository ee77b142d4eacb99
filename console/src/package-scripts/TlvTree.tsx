import { TextInput } from '@mantine/core'
import type { TlvNode } from '@simdeck/protocol/card-files/remote-config.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { scriptText } from './script-text.ts'
import css from './scripts.module.css'

interface TlvTreeProps {
  nodes: readonly TlvNode[]
  /** Called with all data objects after a change of one value. Left out: the values cannot be changed. */
  onChange?: ((nodes: TlvNode[]) => void) | undefined
}

/** Data objects with their tags, lengths and values. */
export function TlvTree({ nodes, onChange }: TlvTreeProps) {
  return (
    <div className={css.tree}>
      <Nodes nodes={nodes} onChange={onChange} />
    </div>
  )
}

function Nodes({ nodes, onChange }: TlvTreeProps) {
  const t = useText(scriptText)
  const change = (at: number, part: Partial<TlvNode>) =>
    onChange?.(nodes.map((node, index) => (index === at ? { ...node, ...part } : node)))
  return (
    <ul className={css.nodes}>
      {nodes.map((node, at) => (
        <li key={at}>
          <div className={css.node}>
            <b className={css.code}>{node.tag}</b>
            <span className={css.note}>{t.bytes(formatNumber(node.length))}</span>
            {!node.children && (
              <TextInput
                key={node.value}
                aria-label={t.valueOf(node.tag)}
                defaultValue={node.value}
                readOnly={!onChange}
                onBlur={({ currentTarget: { value } }) => value !== node.value && change(at, { value })}
                spellCheck={false}
                autoComplete="off"
                classNames={{ input: css.code }}
              />
            )}
          </div>
          {node.children && <Nodes nodes={node.children} onChange={onChange && ((children) => change(at, { children }))} />}
        </li>
      ))}
    </ul>
  )
}
