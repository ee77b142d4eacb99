import { Textarea } from '@mantine/core'
import type { PackageType } from '@simdeck/contract/packages.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { SucceededGlyph } from '../../../ui/value/glyphs.tsx'
import { Status } from '../../../ui/value/StatusText.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { withOctets } from '../draft/parameters-draft.ts'
import type { CheckedParameters, OctetsProblem, ParametersDraft } from '../draft/parameters-draft.ts'
import { removablePart } from '../draft/removable-part.ts'
import { parametersText } from '../text/parameters-text.ts'
import { OctetParts } from './OctetParts.tsx'
import { tagInHex } from './part-words.ts'
import css from '../parameters.module.css'

interface OctetsPanelProps {
  type: PackageType
  draft: ParametersDraft
  checked: CheckedParameters
  /** True after the user tried to continue or to save. */
  tried: boolean
  onChange: (draft: ParametersDraft) => void
  onOpen: (part: string) => void
}

/** The octets of the parameters, to read, copy, paste and edit. */
export function OctetsPanel({ type, draft, checked, tried, onChange, onOpen }: OctetsPanelProps) {
  const t = useText(parametersText)
  const [editing, setEditing] = useState(false)
  const { field, tree, octetsProblem } = checked
  const problems: Record<OctetsProblem, string> = {
    hexCharacters: t.octetsHexCharacters,
    hexOdd: t.octetsHexOdd,
    tooLong: t.octetsTooLong,
    noApplet: t.octetsNoApplet,
    otherPart: t.octetsOtherPart,
  }
  const problem = octetsProblem && problems[octetsProblem]
  const removable = removablePart(type, draft, checked)
  const take = (text: string): void => onChange(withOctets(type, draft, text))
  return (
    <section className={css.section}>
      <div className={css.head2}>
        <h3>{t.octets}</h3>
        <span className={css.note}>{t.bytes(formatNumber(field.length))}</span>
        {(tried || field.length > 0 || draft.typed !== null) && <OctetsStatus draft={draft} checked={checked} />}
        <span className={css.actions}>
          {removable && (
            <Button size="sm" onClick={() => onChange(removable.without)}>
              {removable.node.tag === null ? t.removeUnreadable : t.removePart(tagInHex(removable.node.tag))}
            </Button>
          )}
          <Button size="sm" variant="ghost" aria-expanded={editing} onClick={() => setEditing(!editing)}>
            {editing ? t.endEdit : t.edit}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={draft.octets === ''}
            onClick={() => void navigator.clipboard.writeText(draft.octets).then(() => toast.success(t.copied))}
          >
            {t.copy}
          </Button>
        </span>
      </div>
      {editing && (
        <Textarea
          data-autofocus
          autoFocus
          autosize
          minRows={2}
          spellCheck={false}
          label={t.hex}
          description={t.hexNote}
          classNames={{ input: css.mono }}
          value={draft.typed ?? (draft.octets.match(/../g) ?? []).join(' ')}
          error={problem}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => take(event.currentTarget.value)}
        />
      )}
      {field.length > 0 && <OctetParts nodes={tree.nodes} field={field} onPaste={take} onOpen={onOpen} />}
      {problem && !editing ? (
        <p className={css.bad} role="alert">
          {problem}
        </p>
      ) : (
        <p className={css.note}>{draft.octets === '' ? t.noOctets : t.octetsNote}</p>
      )}
    </section>
  )
}

function OctetsStatus({ draft, checked: { mistakes, problems, octetsProblem } }: { draft: ParametersDraft; checked: CheckedParameters }) {
  const t = useText(parametersText)
  const fieldMistakes = Object.keys(problems).length
  if (fieldMistakes > 0 || mistakes > 0 || octetsProblem !== null)
    return (
      <Status tone="failed" glyph={<IconAlertTriangle size={15} />}>
        {fieldMistakes > 0 ? t.fieldsWrong : t.mistakes(formatNumber(Math.max(mistakes, 1)))}
      </Status>
    )
  return (
    <Status tone="succeeded" quiet glyph={<SucceededGlyph />}>
      {draft.typed === null ? t.same : t.fromOctets}
    </Status>
  )
}
