import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ScriptValues } from '@simdeck/contract/script-values.ts'
import { csvColumnsOf, maxValueOctets, type ScriptData, simVariables, variableText } from '@simdeck/protocol/card-files/template.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { useMay } from '../session/use-me.ts'
import { typingMs, useSimChoice } from '../sims/list/use-sim-choice.ts'
import { ErrorNote } from '../ui/feedback/ErrorState.tsx'
import { LinkButton } from '../ui/form/Button.tsx'
import { Facts, Section } from '../ui/frame/Page.tsx'
import { CodeBlock } from '../ui/value/CodeBlock.tsx'
import { FailedGlyph, SucceededGlyph } from '../ui/value/glyphs.tsx'
import { Status } from '../ui/value/StatusText.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { scriptText } from './script-text.ts'
import { ValuesField } from './values/ValuesField.tsx'
import css from './scripts.module.css'

interface SimPreviewProps {
  /** Lines of hex with variables; null while the input has faults. */
  lines: readonly string[] | null
  templates: readonly ScriptData[]
  /** The stored script, which can run on the chosen SIM alone; null while the input differs from it, or none is stored. */
  trial: { action: 'store-data' | 'rfm'; scriptId: number } | null
}

/** The variables of a script with their lengths, and what a chosen SIM gets. */
export function SimPreview({ lines, templates, trial }: SimPreviewProps) {
  const t = useText(scriptText)
  const mayPreview = useMay('OTA_UPDATE')
  const holes = templates.flatMap((template) => template.holes)
  const byText = new Map(holes.map((hole) => [variableText(hole), hole]))
  return (
    <>
      <Section title={t.variables}>
        {byText.size === 0 ? (
          <p className={css.note}>{t.noVariables}</p>
        ) : (
          <Facts
            facts={[...byText].map(([name, { form, length }]) => ({
              name,
              value: t[form === 'hex' ? 'hexValue' : form](formatNumber(length)),
            }))}
          />
        )}
      </Section>
      <Section title={t.available}>
        <p className={css.names}>{[...simVariables, t.anyColumn].map((name) => `{{${name}}}`).join(' ')}</p>
        <p className={css.note}>{t.availableWords}</p>
      </Section>
      {mayPreview && lines && lines.length > 0 && <Filled lines={lines} columns={csvColumnsOf(holes)} trial={trial} />}
    </>
  )
}

interface FilledProps {
  lines: readonly string[]
  columns: readonly string[]
  trial: SimPreviewProps['trial']
}

function Filled({ lines: typed, columns, trial }: FilledProps) {
  const t = useText(scriptText)
  const { chosen, select } = useSimChoice()
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({})
  const [file, setFile] = useState<ScriptValues | null>(null)
  const mayRun = useMay('OTA_CREATE')
  const [{ lines, values }] = useDebouncedValue({ lines: typed, values: entered }, typingMs)
  const body = { simId: chosen!, lines: [...lines], values, ...(file && { valuesId: file.id }) }
  const { data, error } = useQuery({
    ...queryOf(endpoints.previewPackageScript, { body }),
    enabled: chosen !== null,
    placeholderData: keepPreviousData,
  })
  const wrong = [
    ...(data?.missing ?? []).map((name) => t.missing(`{{${name}}}`)),
    ...(data?.tooLong ?? []).map((name) => t.tooLong(`{{${name}}}`)),
  ]
  return (
    <Section title={t.preview}>
      <div className={css.adds}>
        <Select label={t.previewSim} {...select} />
        {columns.length > 0 && mayRun && <ValuesField needed={columns} values={file} onChange={setFile} />}
        {columns.map((column) => (
          <TextInput
            key={column}
            label={t.column(column)}
            description={file ? t.columnHelp : undefined}
            value={entered[column] ?? ''}
            maxLength={2 * maxValueOctets}
            onChange={({ currentTarget: { value } }) => setEntered({ ...entered, [column]: value })}
          />
        ))}
        {error && <ErrorNote message={failureText(error)} />}
        {data &&
          (wrong.length === 0 ? [t.complete] : wrong).map((words) => (
            <Status
              key={words}
              tone={wrong.length === 0 ? 'succeeded' : 'failed'}
              glyph={wrong.length === 0 ? <SucceededGlyph /> : <FailedGlyph />}
            >
              {words}
            </Status>
          ))}
      </div>
      {data && wrong.length === 0 && <CodeBlock label={t.filled} code={data.lines.join('\n').replaceAll(/(.{32})(?=.)/g, '$1\n')} />}
      {mayRun && (
        <p className={css.trial}>
          {trial && chosen !== null ? (
            <LinkButton
              size="sm"
              to="/otas/execute"
              search={{ action: trial.action, scriptId: String(trial.scriptId), simIds: String(chosen) }}
            >
              {t.tryOnSim}
            </LinkButton>
          ) : (
            <span className={css.note}>{t.trySaved}</span>
          )}
        </p>
      )}
    </Section>
  )
}
