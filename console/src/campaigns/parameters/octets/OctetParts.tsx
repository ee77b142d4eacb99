import { toHex } from '@simdeck/protocol/bytes.ts'
import type { ParameterNode } from '@simdeck/protocol/install-tree/node.ts'
import clsx from 'clsx'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useText } from '../../../ui/words/text.ts'
import { parametersText } from '../text/parameters-text.ts'
import { partNameText } from '../text/part-text.ts'
import { partOf, useIsLit } from './lit.tsx'
import css from '../parameters.module.css'

/** A run of octets that belong to one part: its tag, length and value, or tag and length only if other parts are inside. */
interface Run {
  node: ParameterNode
  end: number
}

function runsOf(nodes: readonly ParameterNode[]): Run[] {
  return nodes.flatMap((node) =>
    node.children.length > 0 ? [{ node, end: node.valueStart }, ...runsOf(node.children)] : [{ node, end: node.end }],
  )
}

interface OctetPartsProps {
  nodes: readonly ParameterNode[]
  field: Uint8Array
  onPaste: (text: string) => void
  /** Moves the focus to the field of a part. */
  onOpen: (part: string) => void
}

/** The octets, part by part. One tab stop: arrow keys choose a part, Enter goes to its field, and pasted text replaces all octets. */
export function OctetParts({ nodes, field, onPaste, onOpen }: OctetPartsProps) {
  const t = useText(parametersText)
  const [chosen, setChosen] = useState(0)
  const runs = runsOf(nodes)
  const active = Math.min(chosen, runs.length - 1)
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = {
      ArrowRight: active + 1,
      ArrowDown: active + 1,
      ArrowLeft: active - 1,
      ArrowUp: active - 1,
      Home: 0,
      End: runs.length - 1,
    }[event.key]
    const target = next === undefined ? undefined : event.currentTarget.querySelectorAll('button')[next]
    if (next === undefined || !target) return
    event.preventDefault()
    setChosen(next)
    target.focus()
  }
  return (
    <div
      className={css.octets}
      role="toolbar"
      aria-label={t.octets}
      onKeyDown={move}
      onPaste={(event) => {
        event.preventDefault()
        onPaste(event.clipboardData.getData('text'))
      }}
    >
      {runs.map((run, index) => (
        <OctetRun
          key={run.node.key}
          run={run}
          field={field}
          tabIndex={index === active ? 0 : -1}
          onFocus={() => setChosen(index)}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}

interface OctetRunProps {
  run: Run
  field: Uint8Array
  tabIndex: number
  onFocus: () => void
  onOpen: (part: string) => void
}

function OctetRun({ run: { node, end }, field, tabIndex, onFocus, onOpen }: OctetRunProps) {
  const names = useText(partNameText)
  const lit = useIsLit(node.key)
  const octets = Array.from(field.subarray(node.start, end), (octet) => toHex(Uint8Array.of(octet)).toUpperCase())
  if (octets.length === 0) return null
  return (
    <button
      type="button"
      className={clsx(css.run, lit && css.lit, node.problem && css.wrong)}
      data-part={partOf(node.key)}
      tabIndex={tabIndex}
      aria-label={`${names[node.name]}: ${octets.join('')}`}
      onFocus={onFocus}
      onClick={() => onOpen(partOf(node.key))}
    >
      {octets.map((octet, index) => (
        <span key={index} className={node.start + index < node.valueStart ? css.head : undefined}>
          {octet}
        </span>
      ))}
    </button>
  )
}
