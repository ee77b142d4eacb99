import { TextInput } from '@mantine/core'
import { Segments } from '../../../ui/value/Bits.tsx'
import { useText } from '../../../ui/words/text.ts'
import type { CustomDraft } from '../draft/custom-draft.ts'
import { parametersText } from '../text/parameters-text.ts'
import { FieldPart } from './FieldPart.tsx'
import { SecurityLevelField } from './SecurityLevelField.tsx'
import type { FieldsProps } from './fields-props.ts'
import { useFreeMemory } from './use-free-memory.ts'
import { useLeft } from './use-left.ts'
import css from '../parameters.module.css'

type TextField = Exclude<keyof CustomDraft, 'toolkit' | 'menuEntries' | 'minimumSecurityLevel'>

/** Texts of a field's note, where it has one. */
const notes = {
  applet: 'appletNote',
  codeSize: 'codeNote',
  nonVolatileSize: 'nonVolatileNote',
  volatileSize: 'volatileNote',
  simToolkit: 'simToolkitNote',
  priority: 'priorityNote',
  tars: 'tarsNote',
  access: 'accessNote',
  administrativeAccess: 'accessNote',
} as const satisfies Partial<Record<TextField, keyof typeof parametersText>>
const hexFields: readonly TextField[] = ['applet', 'simToolkit', 'priority', 'tars', 'access', 'administrativeAccess']
const memories: readonly TextField[] = ['codeSize', 'nonVolatileSize', 'volatileSize']
const counts = ['priority', 'maxTimers', 'maxMenuTextLength', 'menuCount', 'maxChannels', 'maxServices'] as const

/** Fields of the parameters of a custom package: the applet's own data in hex, and what the card itself reads. */
export function CustomFields({ simId, value, onChange, problems, tried }: FieldsProps<CustomDraft> & { simId: number | undefined }) {
  const t = useText(parametersText)
  const freeMemory = useFreeMemory(simId)
  const { problemOf, onBlur } = useLeft(problems, tried)
  const noteOf = (name: TextField): string | undefined => {
    const note = name in notes ? t[notes[name as keyof typeof notes]] : undefined
    return name === 'nonVolatileSize' ? `${note}${freeMemory}` : note
  }
  const field = (name: TextField, part: string, tag?: string) => (
    <FieldPart key={name} part={part} {...(tag === undefined ? {} : { tag })}>
      <TextInput
        size="md"
        label={name === 'applet' ? t.appletData : t[name]}
        description={noteOf(name)}
        error={problemOf(name)}
        spellCheck={false}
        autoComplete="off"
        {...(hexFields.includes(name) ? { classNames: { input: css.mono ?? '' } } : { inputMode: 'numeric' as const })}
        {...(memories.includes(name) ? { rightSection: t.bytesUnit, rightSectionWidth: 56, className: css.memory } : {})}
        value={value[name]}
        onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
        onBlur={onBlur(name)}
      />
    </FieldPart>
  )
  return (
    <>
      {field('applet', '/applet', 'C9')}
      <h3 className={css.group3}>{t.system}</h3>
      {field('nonVolatileSize', '/system/nonVolatileSize', 'C8')}
      {field('volatileSize', '/system/volatileSize', 'C7')}
      {field('codeSize', '/system/codeSize', 'C6')}
      {field('simToolkit', '/system/simToolkit', 'CA')}
      <h3 className={css.group3}>{t.toolkitTitle}</h3>
      <div className={css.field}>
        <Segments
          label={t.toolkit}
          value={value.toolkit ? 'on' : 'off'}
          options={[
            { value: 'off', words: t.toolkitUnused },
            { value: 'on', words: t.toolkitUsed },
          ]}
          onChange={(next) => onChange({ ...value, toolkit: next === 'on' })}
        />
      </div>
      {value.toolkit && (
        <>
          <div className={css.two}>{counts.map((name) => field(name, `/uicc/toolkit/${name}`))}</div>
          <FieldPart part="/uicc/toolkit/minimumSecurityLevel" tag="MSL">
            <SecurityLevelField
              value={value.minimumSecurityLevel}
              onChange={(minimumSecurityLevel) => onChange({ ...value, minimumSecurityLevel })}
              problem={problemOf('minimumSecurityLevel')}
              onBlur={onBlur('minimumSecurityLevel')}
            />
          </FieldPart>
          {field('tars', '/uicc/toolkit/tars', 'TAR')}
        </>
      )}
      <h3 className={css.group3}>{t.accessTitle}</h3>
      {field('access', '/uicc/access', '81')}
      {field('administrativeAccess', '/uicc/administrativeAccess', '82')}
    </>
  )
}
