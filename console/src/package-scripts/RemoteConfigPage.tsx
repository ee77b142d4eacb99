import { Radio, Textarea } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RemoteConfig } from '@simdeck/contract/package-scripts.ts'
import { readRemoteConfig, tlvText, tlvTree } from '@simdeck/protocol/card-files/remote-config.ts'
import { ScriptError } from '@simdeck/protocol/card-files/script-error.ts'
import { scriptFaultTexts } from '@simdeck/protocol/card-files/script-fault-texts.ts'
import type { ScriptData } from '@simdeck/protocol/card-files/template.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureText } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { useMay } from '../session/use-me.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { useLeaveGuard } from '../ui/feedback/leave-guard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { WithAside } from '../ui/form/Fields.tsx'
import { Columns, Page, Section } from '../ui/frame/Page.tsx'
import { useLanguage } from '../ui/words/language.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { LastChange } from './LastChange.tsx'
import { ScriptActions, storeConfig } from './ScriptActions.tsx'
import { type ScriptFrame, ScriptPage } from './ScriptPage.tsx'
import { scriptText } from './script-text.ts'
import { SimPreview } from './SimPreview.tsx'
import { TlvTree } from './TlvTree.tsx'
import css from './scripts.module.css'

/** Screen for the data that a remote configuration sends to an applet. */
export function RemoteConfigPage() {
  const t = useText(scriptText)
  return <ScriptPage title={t.config}>{(frame) => <Stored key={frame.of.appletInstanceAID} {...frame} />}</ScriptPage>
}

function Stored(frame: ScriptFrame) {
  const t = useText(scriptText)
  const { data, error, refetch } = useQuery(queryOf(endpoints.getRemoteConfig, { query: frame.of }))
  if (data) return <Editor stored={data} frame={frame} />
  return (
    <Page title={t.config} crumbs={frame.crumbs}>
      {error ? <ErrorState message={failureText(error)} onRetry={() => void refetch()} /> : <Skeleton width={420} />}
    </Page>
  )
}

/** The octets of the input; null with the fault that it has. */
function readInput(script: string, format: RemoteConfig['format']): { data: ScriptData | null; fault: ScriptError | null } {
  try {
    return { data: readRemoteConfig(script, format), fault: null }
  } catch (error) {
    if (error instanceof ScriptError) return { data: null, fault: error }
    throw error
  }
}

function Editor({ stored, frame: { of, crumbs, instances } }: { stored: RemoteConfig; frame: ScriptFrame }) {
  const t = useText(scriptText)
  const language = useLanguage()
  const id = useId()
  const [base, setBase] = useState(stored)
  const [script, setScript] = useState(stored.script ?? '')
  const [format, setFormat] = useState(stored.format)
  const mayChange = useMay('OTA_UPDATE')
  const changed = script !== (base.script ?? '') || format !== base.format
  const load = (next: RemoteConfig): void => {
    setBase(next)
    setScript(next.script ?? '')
    setFormat(next.format)
  }
  if (!changed && stored.id !== base.id) load(stored)
  const leaveGuard = useLeaveGuard(changed)
  const { data, fault } = readInput(script, format)
  const message = fault && script.trim() !== '' ? scriptFaultTexts[fault.fault](fault.what)[language] : null
  return (
    <Page
      title={t.config}
      crumbs={crumbs}
      beside={<LastChange of={base} />}
      actions={
        <ScriptActions
          action="store-data"
          stored={base.id}
          changed={changed}
          body={data && { script, format }}
          store={(body) => storeConfig(of, base.id, body)}
          onStored={load}
        />
      }
    >
      <ChangedMeanwhile stored={stored} base={base} onKeep={() => setBase(stored)} onLoad={() => load(stored)} />
      <Columns
        rail={
          <SimPreview
            lines={data && [script]}
            templates={data ? [data] : []}
            trial={changed || base.id === null ? null : { action: 'store-data', scriptId: base.id }}
          />
        }
      >
        <Section title={t.sent}>
          <div className={css.body}>
            {instances(changed)}
            <WithAside aside={data ? t.bytes(formatNumber(data.octets.length)) : ''}>
              <Textarea
                id={id}
                label={t.data}
                description={t.dataHelp}
                value={script}
                error={message}
                onChange={({ currentTarget: { value } }) => setScript(value)}
                readOnly={!mayChange}
                minRows={4}
                maxRows={12}
                autosize
                spellCheck={false}
                autoComplete="off"
                classNames={{ input: css.code }}
              />
            </WithAside>
            <Radio.Group label={t.format} value={format} onChange={(next) => setFormat(next === 'hex' ? 'hex' : 'tlv')}>
              <Radio size="xs" value="tlv" label={t.tlv} mt={8} disabled={!mayChange} />
              <Radio size="xs" value="hex" label={t.hex} mt={8} disabled={!mayChange} />
            </Radio.Group>
          </div>
        </Section>
        {format === 'tlv' && (
          <Section title={t.tree} note={mayChange && t.treeNote}>
            {data ? (
              <TlvTree nodes={tlvTree(data)} onChange={mayChange ? (nodes) => setScript(textOf(nodes) ?? script) : undefined} />
            ) : (
              <p className={css.note}>{t.noTree}</p>
            )}
          </Section>
        )}
      </Columns>
      {leaveGuard}
    </Page>
  )
}

/** The data of changed objects; null for a value that is no hex with variables. */
function textOf(nodes: Parameters<typeof tlvText>[0]): string | null {
  try {
    return tlvText(nodes)
  } catch (error) {
    if (error instanceof ScriptError) return null
    throw error
  }
}
