import { Checkbox, Textarea } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { FileManagementConfig } from '@simdeck/contract/package-scripts.ts'
import { maxScriptLines, readScript } from '@simdeck/protocol/card-files/rfm-script.ts'
import { scriptFaultTexts } from '@simdeck/protocol/card-files/script-fault-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { useMay } from '../session/use-me.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { useLeaveGuard } from '../ui/feedback/leave-guard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Columns, Page, Section } from '../ui/frame/Page.tsx'
import { Segments } from '../ui/value/Bits.tsx'
import { FailedGlyph, SucceededGlyph } from '../ui/value/glyphs.tsx'
import { Status } from '../ui/value/StatusText.tsx'
import { useLanguage } from '../ui/words/language.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { LastChange } from './LastChange.tsx'
import { Patterns } from './Patterns.tsx'
import { ScriptActions, storeManagement } from './ScriptActions.tsx'
import { ScriptLines } from './ScriptLines.tsx'
import { type ScriptFrame, ScriptPage } from './ScriptPage.tsx'
import { scriptText } from './script-text.ts'
import { SimPreview } from './SimPreview.tsx'
import css from './scripts.module.css'

/** Screen for the script of remote file management of an applet. */
export function FileManagementPage() {
  const t = useText(scriptText)
  return <ScriptPage title={t.management}>{(frame) => <Stored key={frame.of.appletInstanceAID} {...frame} />}</ScriptPage>
}

function Stored(frame: ScriptFrame) {
  const t = useText(scriptText)
  const { data, error, refetch } = useQuery(queryOf(endpoints.getFileManagementConfig, { query: frame.of }))
  if (data) return <Editor stored={data} frame={frame} />
  return (
    <Page title={t.management} crumbs={frame.crumbs}>
      {error ? <ErrorState message={failureText(error)} onRetry={() => void refetch()} /> : <Skeleton width={420} />}
    </Page>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function Editor({ stored, frame: { of, crumbs, instances } }: { stored: FileManagementConfig; frame: ScriptFrame }) {
  const t = useText(scriptText)
  const language = useLanguage()
  const [base, setBase] = useState(stored)
  const before = (base.script ?? []).join('\n')
  const [text, setText] = useState(before)
  const [view, setView] = useState<'lines' | 'hex'>(before === '' ? 'hex' : 'lines')
  const [readsBack, setReadsBack] = useState(base.readsBack)
  const mayChange = useMay('OTA_UPDATE')
  const changed = text !== before || readsBack !== base.readsBack
  const load = (next: FileManagementConfig): void => {
    setBase(next)
    setText((next.script ?? []).join('\n'))
    setReadsBack(next.readsBack)
  }
  if (!changed && stored.id !== base.id) load(stored)
  const leaveGuard = useLeaveGuard(changed)
  const script = linesOf(text)
  const { lines, faults } = readScript(script)
  const [firstFault] = faults
  const add = (added: readonly string[]): void => {
    setText([...script, ...added].join('\n'))
    if (script.length === 0) setView('lines')
  }
  const isTooLong = script.length > maxScriptLines
  const isValid = script.length > 0 && !isTooLong && faults.length === 0
  const fault = faults.length > 0 ? t.faults(formatNumber(faults.length)) : t.tooManyLines(formatNumber(maxScriptLines))
  const templates = lines.flatMap((line) => (line ? [line.data] : []))
  const octets = templates.reduce((sum, { octets: part }) => sum + part.length, 0)
  return (
    <Page
      title={t.management}
      crumbs={crumbs}
      beside={<LastChange of={base} />}
      actions={
        <ScriptActions
          action="rfm"
          stored={base.id}
          changed={changed}
          body={isValid ? { script, readsBack } : null}
          store={(body) => storeManagement(of, base.id, body)}
          onStored={load}
        />
      }
    >
      <ChangedMeanwhile stored={stored} base={base} onKeep={() => setBase(stored)} onLoad={() => load(stored)} />
      <Columns
        rail={
          <>
            {mayChange && <Patterns onAdd={add} />}
            <SimPreview
              lines={isValid ? script : null}
              templates={templates}
              trial={changed || base.id === null ? null : { action: 'rfm', scriptId: base.id }}
            />
          </>
        }
      >
        <Section
          title={t.commands}
          note={t.syntax(formatNumber(script.length), formatNumber(octets))}
          beside={
            script.length > 0 && (
              <Status tone={isValid ? 'succeeded' : 'failed'} glyph={isValid ? <SucceededGlyph /> : <FailedGlyph />}>
                {isValid ? t.valid : fault}
              </Status>
            )
          }
          end={
            <Segments
              label={t.view}
              value={view}
              options={[
                { value: 'lines', words: t.byLine },
                { value: 'hex', words: t.asHex },
              ]}
              onChange={setView}
            />
          }
        >
          <div className={view === 'hex' ? css.body : css.wide}>
            {instances(changed)}
            {view === 'lines' ? (
              script.length === 0 ? (
                <p className={css.note}>{t.noLines}</p>
              ) : (
                <ScriptLines script={script} lines={lines} faults={faults} />
              )
            ) : (
              <Textarea
                label={t.commandsHex}
                description={t.commandsHelp}
                value={text}
                error={
                  firstFault && t.inLine(formatNumber(firstFault.line + 1), scriptFaultTexts[firstFault.fault](firstFault.what)[language])
                }
                onChange={({ currentTarget: { value } }) => setText(value)}
                readOnly={!mayChange}
                minRows={6}
                maxRows={20}
                autosize
                spellCheck={false}
                autoComplete="off"
                classNames={{ input: css.code }}
              />
            )}
            <Checkbox
              label={t.readsBack}
              checked={readsBack}
              onChange={({ currentTarget }) => setReadsBack(currentTarget.checked)}
              disabled={!mayChange}
            />
          </div>
        </Section>
      </Columns>
      {leaveGuard}
    </Page>
  )
}
