import type { PackageType } from '@simdeck/contract/packages.ts'
import { useRef, useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { TextButton } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { checkParameters, formOf, parametersDraft, withFields } from './draft/parameters-draft.ts'
import type { ParametersDraft } from './draft/parameters-draft.ts'
import { HexText } from '../../ui/value/Copyable.tsx'
import { FieldPart } from './fields/FieldPart.tsx'
import { CustomFields } from './fields/CustomFields.tsx'
import { MultiImsiFields } from './fields/MultiImsiFields.tsx'
import { ReportFields } from './fields/ReportFields.tsx'
import { LitPart } from './octets/lit.tsx'
import { OctetsPanel } from './octets/OctetsPanel.tsx'
import { PartTable } from './octets/PartTable.tsx'
import { parametersText } from './text/parameters-text.ts'
import css from './parameters.module.css'

interface ParametersEditorProps {
  type: PackageType
  value: ParametersDraft
  onChange: (value: ParametersDraft) => void
  /** True to show the problems of all fields, not only of those that the user has left. */
  tried: boolean
  /** The SIM whose free memory is shown beside the memory that the parameters reserve. */
  simId?: number | undefined
  /** The content below fields and octets, such as a comparison. */
  children?: ReactNode
}

/**
 * Editor of install parameters: fields beside their octets. A change of either changes the other. The part under the pointer, or with the
 * focus, is highlighted in both.
 */
export function ParametersEditor({ type, value, onChange, tried, simId, children }: ParametersEditorProps) {
  const t = useText(parametersText)
  const root = useRef<HTMLDivElement>(null)
  const [lit, setLit] = useState<string | null>(null)
  const checked = checkParameters(type, value)
  const { problems } = checked
  const highlight = (event: SyntheticEvent<HTMLElement>): void => {
    const part = (event.target as HTMLElement).closest<HTMLElement>('[data-part]')?.dataset['part']
    if (part !== undefined) setLit(part)
  }
  const open = (part: string): void => {
    const inputs = root.current?.querySelectorAll<HTMLElement>('[data-field]') ?? []
    const field = [...inputs].find(({ dataset }) => part === dataset['field'] || part.startsWith(`${dataset['field']}/`))
    field?.querySelector<HTMLElement>('input, button')?.focus()
  }
  const form = { problems, tried }
  return (
    <LitPart value={lit}>
      <div ref={root} className={css.editor} onMouseOver={highlight} onFocus={highlight}>
        <div className={css.fields}>
          <div className={css.title}>
            <h3>{t.title}</h3>
            <TextButton onClick={() => onChange(parametersDraft(type))}>{t.defaults}</TextButton>
          </div>
          {formOf(type) === 'report' && (
            <ReportFields type={type} value={value.report} onChange={(report) => onChange(withFields(type, value, { report }))} {...form} />
          )}
          {formOf(type) === 'multiImsi' && (
            <MultiImsiFields value={value.multiImsi} onChange={(multiImsi) => onChange(withFields(type, value, { multiImsi }))} {...form} />
          )}
          {value.beside !== '' && (
            <FieldPart part="/system">
              <div className={css.head2}>
                <b>{t.beside}</b>
                <TextButton onClick={() => onChange(withFields(type, { ...value, beside: '' }, {}))}>{t.removeBeside}</TextButton>
              </div>
              <HexText value={value.beside} spaced />
            </FieldPart>
          )}
          {formOf(type) === 'custom' && (
            <CustomFields
              simId={simId}
              value={value.custom}
              onChange={(custom) => onChange(withFields(type, value, { custom }))}
              {...form}
            />
          )}
        </div>
        <div className={css.sides}>
          <OctetsPanel type={type} draft={value} checked={checked} tried={tried} onChange={onChange} onOpen={open} />
          {checked.field.length > 0 && <PartTable nodes={checked.tree.nodes} field={checked.field} />}
          {children}
        </div>
      </div>
    </LitPart>
  )
}
