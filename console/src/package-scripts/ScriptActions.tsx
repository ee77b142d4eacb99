import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { FileManagementConfig, RemoteConfig, ScriptKey } from '@simdeck/contract/package-scripts.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../session/api/api.ts'
import { failureText } from '../session/api/failure.ts'
import { refresh, setAnswer } from '../session/api/query.ts'
import { MayButton } from '../session/MayButton.tsx'
import { useMay } from '../session/use-me.ts'
import { ConfirmDialog } from '../ui/feedback/Dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { LinkButton } from '../ui/form/Button.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import type { Translations } from '../ui/words/text.ts'
import { useText } from '../ui/words/text.ts'
import { scriptText } from './script-text.ts'

type ConfigBody = { script: string; format: 'tlv' | 'hex' }
type ManagementBody = { script: string[]; readsBack: boolean }
/** The revision that the user began with; null for none. */
type BasedOn = number | null

interface ScriptActionsProps<Body, Stored> {
  /** The kind of campaign that sends the script. */
  action: 'store-data' | 'rfm'
  /** The stored revision; null for none. */
  stored: number | null
  changed: boolean
  /** The script to store; null while the input has faults. */
  body: Body | null
  /** Stores the script, or removes it for null, and returns what is stored then. */
  store: (body: Body | null) => Promise<Stored>
  onStored: (stored: Stored) => void
}

/** The buttons of a screen of a script: delete, save, and a campaign with the stored one. */
export function ScriptActions<Body, Stored>({ action, stored, changed, body, store, onStored }: ScriptActionsProps<Body, Stored>) {
  const t = useText(scriptText)
  const mayRun = useMay('OTA_CREATE')
  const [removing, setRemoving] = useState(false)
  const run = useRef<HTMLAnchorElement>(null)
  const save = useMutation({
    mutationFn: store,
    onSuccess: (next, sent) => {
      onStored(next)
      toast.success(sent === null ? t.removed : t.saved)
      setRemoving(false)
    },
    onError: (error, sent) => {
      toast.error(sent === null ? t.removeFailed : t.saveFailed, reasonOf(error, t))
      setRemoving(false)
      // The page then shows who has changed the script.
      if (error instanceof CallError && error.body?.code === 'scriptChanged')
        void refresh(action === 'rfm' ? endpoints.getFileManagementConfig : endpoints.getRemoteConfig)
    },
  })
  const savedId = save.isSuccess ? stored : null
  // The button that had the focus is disabled once the script is saved.
  useEffect(() => {
    if (savedId !== null && (document.activeElement ?? document.body) === document.body) run.current?.focus()
  }, [savedId])
  return (
    <>
      {stored !== null && (
        <MayButton permission="OTA_UPDATE" size="md" disabled={save.isPending} onClick={() => setRemoving(true)}>
          {t.remove}
        </MayButton>
      )}
      {stored !== null && !changed && mayRun && (
        <LinkButton ref={run} to="/otas/execute" search={{ action, scriptId: String(stored) }}>
          {t.run}
        </LinkButton>
      )}
      <MayButton
        permission="OTA_UPDATE"
        size="md"
        variant="primary"
        busy={save.isPending}
        disabled={body === null || (!changed && stored !== null)}
        onClick={() => save.mutate(body)}
      >
        {t.save}
      </MayButton>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t.removeTitle(action === 'rfm' ? t.management : t.config)}
        act={t.remove}
        danger
        busy={save.isPending}
        onAct={() => save.mutate(null)}
      >
        {t.removeWords}
      </ConfirmDialog>
    </>
  )
}

/** The reason of a refusal: the fault that the server names, with its line. */
function reasonOf(error: Error, t: Translations<typeof scriptText>): string {
  const [fault] = (error instanceof CallError && error.body?.fields) || []
  if (!fault) return failureText(error)
  const [, line] = /^script\.(\d+)$/.exec(fault.path) ?? []
  return line === undefined ? fault.message : t.inLine(formatNumber(Number(line) + 1), fault.message)
}

/** Stores the remote configuration of an applet; null removes it. */
export async function storeConfig(of: ScriptKey, basedOn: BasedOn, body: ConfigBody | null): Promise<RemoteConfig> {
  const stored = await call(endpoints.updateRemoteConfig, { params: of, body: { ...(body ?? { script: null }), basedOn } })
  setAnswer(endpoints.getRemoteConfig, { query: of }, stored)
  void refresh(endpoints.listRemoteConfigs)
  return stored
}

/** Stores the script of file management of an applet; null removes it. */
export async function storeManagement(of: ScriptKey, basedOn: BasedOn, body: ManagementBody | null): Promise<FileManagementConfig> {
  const stored = await call(endpoints.updateFileManagementConfig, { params: of, body: { ...(body ?? { script: null }), basedOn } })
  setAnswer(endpoints.getFileManagementConfig, { query: of }, stored)
  void refresh(endpoints.listFileManagementConfigs)
  return stored
}
